/** A body without what clients add to it: functions, and the headers of the answer. */
export function plainAnswer(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return answer;
  return Object.fromEntries(
    Object.entries(answer).filter(([name, value]) => typeof value !== 'function' && name !== 'sdkHttpResponse'),
  );
}
