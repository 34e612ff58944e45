/** Writes docs/openapi.json from the table of calls; a test holds the two together. */
import { endpointList } from '#contract/index.ts'
import { openApiDocument } from '#server/http/openapi.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, '../docs/openapi.json')
mkdirSync(join(file, '..'), { recursive: true })
writeFileSync(file, `${JSON.stringify(openApiDocument(endpointList), null, 2)}\n`)
