export { openaiProfile } from './chat/profile.ts';
export { compatibleProfile } from './compatible/profile.ts';
