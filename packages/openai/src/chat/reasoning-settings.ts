import { defined, type JsonObject, type ReasoningEffort, type ReasoningSettings } from '@toolglot/core';
import { readBoolean, readNumber, readObject } from '@toolglot/core/kit';
import { asWire } from './content.ts';
import { type EncodeContext, unsupported } from './context.ts';
import type { Draft, WireBody, WireReasoningSettings } from './wire.ts';

/** Neutral names to wire names, where those are not OpenAI's own. */
export type Names = Readonly<Record<string, string>>;

/** The fields of the body that say how to reason. */
export const REASONING_SETTINGS = [
  'enable_thinking',
  'include_reasoning',
  'reasoning',
  'reasoning_effort',
  'reasoning_format',
  'thinking',
  'thinking_budget',
];

/** Reasoning in the field that the names give: `reasoning_effort`, a switch, or an object with room for a budget. */
export function encodeReasoningSettings(
  reasoning: ReasoningSettings | undefined,
  names: Names,
  context: EncodeContext,
): JsonObject {
  if (reasoning === undefined) return {};
  const { budget, visible } = reasoning;
  const spell = spellings.get(names.reasoning);
  if (budget !== undefined && !spell)
    throw unsupported('a budget for reasoning', 'settings.reasoning.budget', context, 'set an effort instead');
  if (visible === 'summary' || visible === 'full')
    throw unsupported(`reasoning made visible as '${visible}'`, 'settings.reasoning.visible', context, 'leave it out');
  const hidden = visible === 'none' && HIDDEN.find(([name]) => name === names.visible);
  return { ...(spell ?? spellEffort)(reasoning, names), ...(hidden && { [hidden[0]]: hidden[1] }) };
}

/** The inverse. What switches reasoning off goes before what says how hard, and that before what switches it on. */
export function decodeReasoningSettings(wire: JsonObject): { readonly reasoning?: ReasoningSettings; readonly names: Names } {
  const read = readers.flatMap(([name, decode]) => {
    const reasoning = decode(wire);
    return reasoning ? [{ name, reasoning }] : [];
  });
  const off = read.find(({ reasoning }) => reasoning.effort === 'off');
  const said = off ?? read.find(({ reasoning }) => reasoning.effort) ?? read[0];
  const hidden = HIDDEN.find(([name, word]) => wire[name] === word);
  if (!said && !hidden) return { names: {} };
  return {
    reasoning: { ...said?.reasoning, ...(hidden && { visible: 'none' }) },
    names: defined({ reasoning: said?.name, visible: hidden?.[0] }),
  };
}

type WireEffort = NonNullable<WireBody['reasoning_effort']>;

const EFFORTS: Readonly<Record<ReasoningEffort, WireEffort>> = {
  off: 'none',
  minimal: 'minimal',
  low: 'low',
  medium: 'medium',
  high: 'high',
  max: 'max',
};

/** a word of the wire to ours; the greatest effort has two. */
const efforts: ReadonlyMap<unknown, ReasoningEffort> = new Map<unknown, ReasoningEffort>([
  ['none', 'off'],
  ['minimal', 'minimal'],
  ['low', 'low'],
  ['medium', 'medium'],
  ['high', 'high'],
  ['xhigh', 'max'],
  ['max', 'max'],
]);

/** fields of compatible vendors that keep the reasoning from the answer, and the value that does so. */
const HIDDEN = [
  ['reasoning_format', 'hidden'],
  ['include_reasoning', false],
] as const satisfies readonly Entry<WireReasoningSettings>[];

type Entry<T> = { [K in keyof T]-?: readonly [K, T[K]] }[keyof T];

type Spelled = WireReasoningSettings & Pick<WireBody, 'reasoning_effort'>;

type Spell = (reasoning: ReasoningSettings, names: Names) => Spelled;

/** how compatible vendors say it, by the field. */
const spellings: ReadonlyMap<string | undefined, Spell> = new Map<string | undefined, Spell>([
  [
    'enable_thinking',
    spellSwitch((on, budget) => ({ enable_thinking: on, thinking_budget: budget }) satisfies Draft<WireReasoningSettings>),
  ],
  [
    'thinking',
    spellSwitch((on, budget) => {
      const made = { type: on ? 'enabled' : 'disabled', budget_tokens: budget } satisfies Draft<
        WireReasoningSettings['thinking']
      >;
      return { thinking: defined(made) };
    }),
  ],
  ['reasoning', spellRouter],
]);

function wordOf(effort: ReasoningEffort, names: Names): WireEffort {
  const word = names[`effort.${effort}`];
  return word === undefined ? EFFORTS[effort] : asWire<WireEffort>(word);
}

function spellEffort({ effort }: ReasoningSettings, names: Names): Spelled {
  return defined({ reasoning_effort: effort && wordOf(effort, names) } satisfies Draft<Spelled>);
}

/** a switch; an effort means by itself that it is on. */
function spellSwitch(print: (on: boolean, budget?: number) => Draft<WireReasoningSettings>): Spell {
  return ({ effort, budget }, names) => {
    if (effort === 'off') return defined(print(false));
    return {
      ...((effort === undefined || budget !== undefined) && defined(print(true, budget))),
      ...spellEffort(defined({ effort }), names),
    };
  };
}

function spellRouter({ effort, budget, visible }: ReasoningSettings, names: Names): Spelled {
  const made = {
    effort: effort && wordOf(effort, names),
    max_tokens: budget,
    enabled: effort === undefined && budget === undefined ? true : undefined,
    exclude: visible === 'none' ? true : undefined,
  } satisfies Draft<WireReasoningSettings['reasoning']>;
  return { reasoning: defined(made) };
}

type Reader = (wire: JsonObject) => ReasoningSettings | undefined;

/** by the field, as `names` give it; OpenAI's own has none. */
const readers: readonly (readonly [string | undefined, Reader])[] = [
  [undefined, readEffort],
  ['enable_thinking', (wire) => readSwitch(readBoolean(wire.enable_thinking), readNumber(wire.thinking_budget))],
  ['thinking', readThinking],
  ['reasoning', readRouter],
];

function readEffort({ reasoning_effort }: JsonObject): ReasoningSettings | undefined {
  const effort = efforts.get(reasoning_effort);
  return effort && { effort };
}

function readThinking({ thinking }: JsonObject): ReasoningSettings | undefined {
  const { type, budget_tokens } = readObject(thinking);
  return readSwitch(type === 'enabled' ? true : type === 'disabled' ? false : undefined, readNumber(budget_tokens));
}

/** a budget means that it is on. */
function readSwitch(on: boolean | undefined, budget: number | undefined): ReasoningSettings | undefined {
  if (on === false) return { effort: 'off' };
  return on === undefined && budget === undefined ? undefined : defined({ budget });
}

function readRouter({ reasoning }: JsonObject): ReasoningSettings | undefined {
  const { effort, max_tokens, enabled, exclude } = readObject(reasoning);
  const known = defined({
    effort: enabled === false ? ('off' as const) : efforts.get(effort),
    budget: readNumber(max_tokens),
    visible: exclude === true ? ('none' as const) : undefined,
  });
  return enabled === true || Object.keys(known).length > 0 ? known : undefined;
}
