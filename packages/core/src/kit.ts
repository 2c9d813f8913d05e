export { applyForm, asJsonObject, isPlainForm, keepForm, type WireForm } from './kit/form.ts';
export { firstOf, readBoolean, readFilled, readList, readNumber, readObject, readText } from './kit/read.ts';
export { decodeRetryHeaders, encodeRetryHeaders } from './kit/retry-headers.ts';
