import type { ReasoningEffort, ReasoningSettings } from './ir/request.ts';
import type { Json } from './json/json.ts';

/** How far a target can do a thing: by itself, with our help, or not. */
export type Support = 'native' | 'emulate' | 'refuse';

/** A rule for names, ids or keys: a regular expression over the whole text, and its greatest length in characters. */
export interface NameRule {
  readonly pattern: string;
  readonly max: number;
}

/** What one model can do. Data only: nothing asks for a model's or vendor's name. */
export interface Profile {
  /** the model, as `provider:model`. */
  readonly name: string;
  readonly provider: string;
  /** the wire format, by the codec's name. */
  readonly codec: string;
  readonly tools: 'native' | 'prompted' | 'none';
  readonly limits: {
    /** tokens of prompt and answer together. */
    readonly contextWindow?: number;
    /** tokens of one answer. */
    readonly maxOutput?: number;
    /** tools in one request. */
    readonly tools?: number;
    /** characters of a tool's description. */
    readonly description?: number;
    readonly name: NameRule;
    /** `verbatim`: an id that the model made is sent back as it was. */
    readonly id: NameRule & { readonly verbatim?: boolean };
  };
  readonly choice: {
    readonly none: Support;
    readonly required: Support;
    readonly named: Support;
    readonly subset: Support;
    /** choices that stay possible while the model reasons. */
    readonly whenReasoning: 'any' | 'auto';
  };
  /** whether several calls in one answer can be switched off: by a word of the wire, or not at all. */
  readonly parallel: 'switch' | 'fixed' | 'single';
  readonly schema: {
    /** names of dialects. */
    readonly dialect: string;
    readonly strict?: string;
    readonly strictLimits?: {
      readonly tools?: number;
      readonly optional?: number;
      readonly unions?: number;
      readonly uniform?: boolean;
    };
    /** what a tool may have beside its schema: `examples`, `deferred`, `unbuffered`. */
    readonly hints?: readonly string[];
    /** id of the tool without which deferred tools are never found, and so are not deferred. */
    readonly search?: string;
    /** property keys that the vendor takes. */
    readonly keys?: NameRule;
  };
  readonly results: {
    /** what a result may be: one text, a list of parts, or an object. */
    readonly content: 'text' | 'parts' | 'object';
    /** which JSON values may be parts as they are; others are said as texts. */
    readonly json?: 'objects';
    /** media types that a result may hold, with stars: `image/*`. */
    readonly media: readonly string[];
    readonly mediaInError: boolean;
    /** whether the wire can mark a result as an error. */
    readonly errorFlag: boolean;
    /** whether the wire wants the tool's name beside the call id. */
    readonly name: boolean;
  };
  readonly reasoning: {
    readonly efforts: readonly ReasoningEffort[];
    /** in which forms it can be asked to show its reasoning; absent: in all that there are. */
    readonly visible?: readonly NonNullable<ReasoningSettings['visible']>[];
    /** whether reasoning can be switched off. */
    readonly off: boolean;
    readonly replay: 'required' | 'optional' | 'forbidden';
    /** it is sent back only with the signature that it came with. */
    readonly signed?: boolean;
    /** it reasons only within a budget of tokens that the request gives. */
    readonly budgetOnly?: boolean;
    /** it is sent back only in front of what it led to. */
    readonly paired?: boolean;
    /** signatures stand for the whole prompt before them. */
    readonly bound?: boolean;
    /** what goes where a signature is demanded and none is there. */
    readonly sentinel?: string;
    /** the field that holds reasoning text, where vendors of one format differ. */
    readonly field?: string;
  };
  /** how near the origin of vendor data must be for it to be sent back. */
  readonly replay: 'model' | 'family' | 'provider' | 'codec';
  readonly turns: {
    readonly first: 'any' | 'user';
    readonly last: 'any' | 'user';
    /** whether text that is empty or only white space may be sent. */
    readonly blank: boolean;
    readonly system: 'anywhere' | 'head' | 'none';
    /** text of an assistant message between results and a user message, where the vendor wants one. */
    readonly bridge?: string;
    /** whether the last message may be an assistant's, to be continued. */
    readonly prefill: boolean;
    /** calls in the messages must be of tools that the request declares. */
    readonly declared?: boolean;
    /** in what order an assistant message can hold its parts. */
    readonly order: 'free' | 'calls-last';
  };
  readonly settings: {
    /** names of `Settings` that may be sent, `reasoning.effort` for one within a group; all others are dropped with a loss. */
    readonly allow: readonly string[];
    /** neutral name to wire name, where vendors of one format differ. */
    readonly rename?: Readonly<Record<string, string>>;
    /** what is sent when the request does not say. */
    readonly default?: Readonly<Record<string, Json>>;
  };
  /** media types that a user message may hold, with stars. */
  readonly media: readonly string[];
  /** media types, with stars, that have no place for the name of the file. */
  readonly unnamedMedia?: readonly string[];
  /** media types, with stars, that an assistant message cannot hold. Default: none. */
  readonly userMedia?: readonly string[];
  /** media types, with stars, that a user message holds beside a text only. Default: none. */
  readonly captionedMedia?: readonly string[];
  /** names of files that may be sent, each once in a request; absent: any. */
  readonly mediaNames?: NameRule;
  /** ids of hosted and client tools, with stars. */
  readonly hosted: readonly string[];
  /** how hosted tools may stand beside functions in one request: with a word of the wire, or not; absent: as they are. */
  readonly hostedBesideFunctions?: 'flag' | 'refuse';
  /** whether an answer in JSON cannot be asked for where functions are on offer. */
  readonly outputBesideFunctions?: 'refuse';
  readonly cache: {
    readonly style: 'marks' | 'automatic' | 'none';
    readonly max?: number;
    /** the field of a body that names a cache made before; such a cache holds the tools, so that none go beside it. */
    readonly held?: string;
    /** where marks may stand; absent: anywhere where the style is `marks`, else nowhere. */
    readonly on?: readonly CachePlace[];
    /** whether a mark says how long it holds. Default: it does. */
    readonly ttl?: boolean;
    /** whether the vendor sets marks, or caches, where a request asks for that and has none. Default: it does. */
    readonly auto?: boolean;
    /** whether marks may stand within a result, too. Default: they may. */
    readonly inner?: boolean;
  };
}

/** What a mark for the cache can stand on: parts of messages, by role, and tools. */
export type CachePlace = 'system' | 'user' | 'assistant' | 'tool' | 'tools';

/** A family of models: what differs from the format's base, and which ids it is for (`*` stands for any text). */
export interface Family {
  readonly match: string;
  readonly profile: ProfileChanges;
}

/** Any fields of a profile, to any depth. */
export type ProfileChanges = DeepPartial<Omit<Profile, 'name'>>;
type DeepPartial<T> = T extends readonly unknown[] | string | number | boolean
  ? T
  : { readonly [K in keyof T]?: DeepPartial<T[K]> };

/** A profile with changes laid over it: objects are merged, all else is replaced. */
export function extendProfile(base: Profile, changes: ProfileChanges & { readonly name?: string }): Profile {
  return merge(base, changes) as Profile;
}

/** The first family whose pattern fits the model's id. */
export function familyOf(families: readonly Family[], model: string): Family | undefined {
  return families.find(({ match }) => matches(match, model));
}

/** Whether a text fits a pattern in which `*` stands for any text. */
export function matches(pattern: string, text: string): boolean {
  const source = pattern.split('*').map((piece) => piece.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${source.join('.*')}$`, 's').test(text);
}

function merge(base: unknown, changes: unknown): unknown {
  if (!isPlain(base) || !isPlain(changes)) return changes === undefined ? base : changes;
  const keys = [...new Set([...Object.keys(base), ...Object.keys(changes)])];
  return Object.fromEntries(keys.map((key) => [key, merge(base[key], changes[key])]));
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
