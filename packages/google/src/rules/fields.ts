import type { Rule, Violation } from '@toolglot/core';
import { camelCase, first, member, type Node, nodesOf, rule } from './view.ts';

/** The fields of one kind of object, and the kinds of those that are objects, or lists of them, themselves. */
interface Kind {
  readonly names: string;
  readonly inner?: Readonly<Record<string, Kind>>;
}

const call: Kind = { names: 'args id name partialArgs willContinue' };
const response: Kind = { names: 'id name parts response scheduling willContinue' };

const part: Kind = {
  names: `text inlineData fileData functionCall functionResponse executableCode codeExecutionResult toolCall toolResponse thought
    thoughtSignature videoMetadata mediaResolution partMetadata audioTranscription mediaProcessing speechMetadata`,
  inner: { functionCall: call, functionResponse: response },
};

const content: Kind = { names: 'parts role', inner: { parts: part } };

const declaration: Kind = { names: 'behavior description name parameters parametersJsonSchema response responseJsonSchema' };

const tool: Kind = {
  names: `functionDeclarations googleSearch googleSearchRetrieval urlContext codeExecution computerUse fileSearch googleMaps
    mcpServers enterpriseWebSearch exaAiSearch parallelAiSearch retrieval`,
  inner: { functionDeclarations: declaration },
};

const toolConfig: Kind = {
  names: 'functionCallingConfig retrievalConfig includeServerSideToolInvocations',
  inner: { functionCallingConfig: { names: 'allowedFunctionNames mode streamFunctionCallArguments' } },
};

const generationConfig: Kind = {
  names: `temperature topP topK candidateCount maxOutputTokens stopSequences seed presencePenalty frequencyPenalty logprobs
    responseLogprobs responseMimeType responseSchema responseJsonSchema responseFormat responseModalities mediaResolution
    speechConfig thinkingConfig routingConfig modelSelectionConfig audioTimestamp audioTranscriptionConfig imageConfig
    enableAffectiveDialog enableEnhancedCivicAnswers translationConfig`,
  inner: { thinkingConfig: { names: 'includeThoughts thinkingBudget thinkingLevel' } },
};

const body: Kind = {
  names: `contents systemInstruction tools toolConfig generationConfig safetySettings cachedContent store serviceTier labels
    modelArmorConfig outputConfig continuationToken model`,
  inner: { contents: content, systemInstruction: content, tools: tool, toolConfig, generationConfig },
};

/** Fields that the wire's types do not have, where the vendor says `Cannot find field`. */
export const fieldRules: readonly Rule[] = [rule('unknown-field', (value) => findUnknown({ value, path: '' }, body))];

function findUnknown(node: Node, kind: Kind): Violation | undefined {
  const names = kind.names.split(/\s+/);
  const unknown = Object.keys(node.value).find((name) => !names.includes(camelCase(name)));
  if (unknown !== undefined) return unknownName(unknown, node.path);
  return first(Object.entries(kind.inner ?? {}), ([name, inner]) =>
    first(innerNodes(node, name), (found) => findUnknown(found, inner)),
  );
}

/** What is said of a field that is not in the types. */
export function unknownName(name: string, path: string): Violation {
  const place = path === '' ? '' : ` at '${path}'`;
  const message = `Invalid JSON payload received. Unknown name "${name}"${place}: Cannot find field.`;
  return { path: path === '' ? name : `${path}.${name}`, message };
}

/** a lone object has no index in its path. */
function innerNodes(node: Node, name: string): readonly Node[] {
  const isList = Array.isArray(member(node.value, name));
  return nodesOf(node, name).map((found) => (isList ? found : { ...found, path: found.path.replace(/\[0\]$/, '') }));
}
