import type { Loss } from '../ir/loss.ts';
import type { ReasoningEffort, Request, Settings } from '../ir/request.ts';
import type { Profile } from '../profile.ts';
import { degraded, note } from './losses.ts';
import type { Pass } from './pass.ts';

/** Settings that the target refuses go; those beyond its limits are brought within them; those it demands are added. */
export const fitSettings: Pass = {
  name: 'fit-settings',
  request(request, profile) {
    const wanted: Settings = { ...profile.settings.default, ...request.settings };
    const losses: Loss[] = [];
    const allowed = allowedOf(wanted, '', profile, losses);
    const settings = fitVisible(fitEffort(fitMaxTokens(allowed, profile, losses), profile, losses), profile, losses);
    return { request: withSettings(request, settings), losses };
  },
};

function withSettings({ settings: _settings, ...request }: Request, settings: Settings): Request {
  return Object.keys(settings).length === 0 ? request : { ...request, settings };
}

/** The members that the target takes: named themselves, or within one that is. A group of which nothing stays goes. */
function allowedOf<T extends object>(group: T, prefix: string, profile: Profile, losses: Loss[]): T {
  const entries = Object.entries(group).flatMap(([key, value]): [string, unknown][] => {
    const name = prefix + key;
    if (profile.settings.allow.includes(name)) return [[key, value]];
    if (profile.settings.allow.some((other) => other.startsWith(`${name}.`)))
      return keepGroup(key, allowedOf(value, `${name}.`, profile, losses));
    if (!SILENT.has(name)) losses.push(degraded.dropped('setting', `settings.${name}`, `${profile.name} does not take it`));
    return [];
  });
  return fromEntries<T>(entries);
}

const keepGroup = (key: string, group: object): [string, unknown][] => (Object.keys(group).length === 0 ? [] : [[key, group]]);

// some of an object's members are still of its type, since all are optional
const fromEntries = <T extends object>(entries: readonly [string, unknown][]) => Object.fromEntries(entries) as T;

/** Settings without which the answer means the same. */
const SILENT: ReadonlySet<string> = new Set(['streamUsage']);

function fitMaxTokens(settings: Settings, { limits, name }: Profile, losses: Loss[]): Settings {
  const { maxTokens } = settings;
  if (maxTokens === undefined || limits.maxOutput === undefined || maxTokens <= limits.maxOutput) return settings;
  losses.push(note.narrowed('max-tokens', 'settings.maxTokens', `${name} writes at most ${limits.maxOutput} tokens`));
  return { ...settings, maxTokens: limits.maxOutput };
}

const EFFORTS: readonly ReasoningEffort[] = ['off', 'minimal', 'low', 'medium', 'high', 'max'];

function fitEffort(settings: Settings, profile: Profile, losses: Loss[]): Settings {
  const effort = settings.reasoning?.effort;
  if (effort === undefined || isPossible(effort, profile)) return settings;
  const nearest = nearestEffort(effort, profile);
  losses.push(
    degraded.widened(
      'reasoning-effort',
      'settings.reasoning.effort',
      `${profile.name} has no effort '${effort}'; ${nearest ? `'${nearest}' is used` : 'it is left out'}`,
    ),
  );
  const { effort: _effort, ...rest } = settings.reasoning ?? {};
  return { ...settings, reasoning: { ...rest, ...(nearest && { effort: nearest }) } };
}

/** Who shows no more than a summary is asked for that. */
function fitVisible(settings: Settings, { name, reasoning: { visible: forms } }: Profile, losses: Loss[]): Settings {
  const { visible, ...rest } = settings.reasoning ?? {};
  if (visible === undefined || forms === undefined || forms.includes(visible)) return settings;
  const nearest = visible === 'full' && forms.includes('summary') ? 'summary' : undefined;
  losses.push(
    degraded.narrowed(
      'reasoning-visible',
      'settings.reasoning.visible',
      `${name} cannot show its reasoning as '${visible}'; ${nearest ? `'${nearest}' is asked for` : 'that is left out'}`,
    ),
  );
  return { ...settings, reasoning: { ...rest, ...(nearest && { visible: nearest }) } };
}

const isPossible = (effort: ReasoningEffort, { reasoning }: Profile) =>
  effort === 'off' ? reasoning.off : reasoning.efforts.includes(effort);

function nearestEffort(effort: ReasoningEffort, profile: Profile): ReasoningEffort | undefined {
  const distance = (other: ReasoningEffort) => Math.abs(EFFORTS.indexOf(other) - EFFORTS.indexOf(effort));
  const possible = EFFORTS.filter((other) => other !== 'off' && isPossible(other, profile));
  return possible.sort((a, b) => distance(a) - distance(b))[0];
}
