// `npm run bench -- <name>` runs bench/<name>.ts; without a name it lists what there is
import { readdirSync } from 'node:fs';

const files = readdirSync(new URL('.', import.meta.url)).filter((file) => file.endsWith('.ts') && file !== 'main.ts');
const names = files.map((file) => file.slice(0, -'.ts'.length));
const name = process.argv[2] ?? '';

if (names.includes(name)) await import(`./${name}.ts`);
else process.stdout.write(`npm run bench -- <name>, where name is one of: ${names.join(', ')}\n`);
