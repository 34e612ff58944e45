/** Writes docs/openapi.json from the endpoint table; a test checks that both match. */
import { endpointList } from '#contract/index.ts'
import { openApiDocument } from '#server/http/openapi/openapi-document.ts'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const file = join(root, 'docs/openapi.json')
writeFileSync(file, JSON.stringify(openApiDocument(endpointList)))
const format = join(root, 'bin/packages/check/node_modules/oxfmt/bin/oxfmt')
process.exitCode = spawnSync(process.execPath, [format, file], { stdio: 'inherit' }).status ?? 1
