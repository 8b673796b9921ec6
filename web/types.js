/**
 * Makes the client's types of the shapes that the server and the games describe (`tools/build_web.py` brings them):
 * `src/generated/api.d.ts`, and for each game a file of its own, in which every shape has its name.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';

const FOLDER = 'src/generated';
/** @typedef {import('openapi-typescript').OpenAPI3} Document */

const described = /** @type {unknown} */ (JSON.parse(readFileSync(`${FOLDER}/shapes.json`, 'utf8')));
for (const [name, document] of Object.entries(/** @type {Record<string, Document>} */ (described))) {
  const types = await openapiTS(document, { rootTypes: true, rootTypesNoSchemaPrefix: true });
  writeFileSync(`${FOLDER}/${name}.d.ts`, astToString(types));
}
