import type { JsonObject, Rule } from '@toolglot/core';
import { readObject, readText } from '@toolglot/core/kit';
import { type Block, blocksOf, first, objectsOf, rule, turnsOf } from './view.ts';

/** letters, digits, single white space, hyphens, parentheses, brackets; an underscore is taken, too. */
const NAME = /^(?!.*\s\s)[a-zA-Z0-9\s\-()[\]_]{1,200}$/;

/** What goes for documents and images. */
export const documentRules: readonly Rule[] = [
  rule('document-alone', (body) =>
    first(turnsOf(body), ({ blocks, path }) => {
      const kinds = blocks.map(({ kind }) => kind);
      if (!kinds.includes('document') || kinds.includes('text')) return undefined;
      return { path, message: 'A text block must be included when using documents.' };
    }),
  ),
  rule('document-name', (body) =>
    first(documentsOf(body), ({ name, path }) => {
      if (NAME.test(name)) return undefined;
      const message = `The document file name can only contain alphanumeric characters, whitespace characters, hyphens, parentheses, and square brackets. The name can't contain more than one consecutive whitespace character.`;
      return { path, message };
    }),
  ),
  rule('document-twice', (body) => {
    const documents = documentsOf(body);
    const twice = documents.find(({ name }, index) => documents.findIndex((other) => other.name === name) < index);
    return (
      twice && {
        path: twice.path,
        message: "Messages can't contain duplicate document names. Rename the document and retry your request.",
      }
    );
  }),
  rule('documents-many', (body) => {
    const sixth = documentsOf(body)[5];
    return sixth && { path: sixth.path, message: "You can't include more than 5 documents in a request." };
  }),
  rule('images-many', (body) =>
    first(turnsOf(body), ({ blocks, path }) => {
      return blocks.filter(({ kind }) => kind === 'image').length > 20
        ? { path, message: "You can't include more than 20 images in a message." }
        : undefined;
    }),
  ),
];

function documentsOf(body: JsonObject) {
  const blocks = turnsOf(body).flatMap((turn) => [...turn.blocks, ...turn.blocks.flatMap(inResult)]);
  return objectsOf(blocks, 'document').map(({ value, path }) => ({ name: readText(value.name) ?? '', path }));
}

function inResult({ kind, value, path }: Block): readonly Block[] {
  return kind === 'toolResult' ? blocksOf(readObject(value).content, `${path}.toolResult.content`) : [];
}
