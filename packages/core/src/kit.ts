export { describeValue } from './errors/describe-value.ts';
export { attempt, isError, textOfThrown } from './errors/text-of-thrown.ts';
export { checkMessage, checkResponse, checkResultContent } from './ir/check.ts';
export { isDeeper } from './json/depth.ts';
export { headersOf, isClientComplaint } from './kit/client-error.ts';
export { applyForm, asJsonObject, isPlainForm, keepForm, type WireForm } from './kit/form.ts';
export { firstOf, readBoolean, readFilled, readList, readNumber, readObject, readText } from './kit/read.ts';
export { decodeRetryHeaders, encodeRetryHeaders } from './kit/retry-headers.ts';
