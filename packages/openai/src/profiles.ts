export { openaiProfile } from './chat/profile.ts';
