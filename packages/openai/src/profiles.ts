export { compatibleProfile } from './compatible/profile.ts';
export { type OpenAIApi, openaiProfile } from './model-profile.ts';
