import { defined, isJsonObject, type JsonObject, type Request } from '@toolglot/core';
import { applyForm, asJsonObject, isPlainForm, keepForm, readObject } from '@toolglot/core/kit';
import { CODEC } from './fields.ts';
import { decodeOutput, encodeOutput } from './output.ts';
import { decodeSettings, encodeSettings } from './settings.ts';
import { decodeReasoningSettings, encodeEffort, encodeThinking } from './thought.ts';
import { decodeToolConfig, encodeToolConfig } from './tools.ts';
import type { BodySlot, GroupName } from './wire.ts';

type Groups = { readonly [Name in GroupName]?: JsonObject };
type Neutral = Pick<Request, 'tools' | 'toolChoice' | 'parallelCalls' | 'output' | 'settings' | 'vendor'>;

/** The members of each group that hold what has a neutral place. */
const KNOWN: Readonly<Record<GroupName, readonly string[]>> = {
  inferenceConfig: ['maxTokens', 'temperature', 'topP', 'stopSequences'],
  toolConfig: ['tools', 'toolChoice'],
  outputConfig: ['textFormat', 'effort'],
  additionalModelRequestFields: ['thinking'],
};

/** The names of all groups. */
export const GROUPS: readonly GroupName[] = ['inferenceConfig', 'toolConfig', 'outputConfig', 'additionalModelRequestFields'];

/** Tools, settings and output of a request, with what their slots say beside. Throws `UnsupportedError` for what the format cannot say. */
export function encodeGroups(request: Neutral): Groups {
  const { groups = {} } = request.vendor?.[CODEC] ?? {};
  const made = makeGroups(request);
  const entries = GROUPS.flatMap((name) => {
    const group = made[name];
    const slot = groups[name];
    return group || slot ? [[name, applyForm(group ?? {}, slot)] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** What the groups of a body say. */
export function decodeGroups(body: JsonObject): Omit<Neutral, 'vendor' | 'parallelCalls'> {
  const output = readObject(body.outputConfig);
  const { thinking } = readObject(body.additionalModelRequestFields);
  const reasoning = decodeReasoningSettings(thinking, output.effort);
  const settings = isJsonObject(body.inferenceConfig) ? decodeSettings(body.inferenceConfig) : undefined;
  return defined({
    ...decodeToolConfig(readObject(body.toolConfig)),
    output: decodeOutput(output.textFormat),
    settings: settings || reasoning ? defined({ ...settings, reasoning }) : undefined,
  });
}

/** What must be kept of the groups so that `encodeGroups` gives them back. */
export function keepGroups(body: JsonObject, neutral: Neutral): Pick<BodySlot, 'groups'> {
  const made = makeGroups(neutral);
  const entries = GROUPS.flatMap((name) => {
    const wire = body[name];
    const form = isJsonObject(wire) ? keepForm(wire, made[name] ?? {}, KNOWN[name]) : {};
    return isJsonObject(wire) && (!made[name] || !isPlainForm(form)) ? [[name, form] as const] : [];
  });
  return entries.length > 0 ? { groups: Object.fromEntries(entries) } : {};
}

function makeGroups(request: Neutral): Groups {
  const { reasoning } = request.settings ?? {};
  const thinking = encodeThinking(reasoning);
  const outputConfig = { ...encodeOutput(request.output), ...encodeEffort(reasoning) };
  return defined({
    inferenceConfig: objectOf(encodeSettings(request.settings)),
    toolConfig: objectOf(encodeToolConfig(request)),
    outputConfig: Object.keys(outputConfig).length > 0 ? objectOf(outputConfig) : undefined,
    additionalModelRequestFields: thinking && { thinking: asJsonObject(thinking) },
  });
}

const objectOf = (value: object | undefined) => value && asJsonObject(value);
