import { endpointList, endpoints } from '#contract/index.ts'
import { openApiDocument } from '#server/http/openapi/openapi-document.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { examples } from '../examples/index.ts'
import { domainsOf } from './domains.ts'

it('has one example for each call', () => {
  expect(Object.keys(examples).sort()).toEqual(endpointList.map(({ name }) => name).sort())
})

it('tests each domain in one file', () => {
  expect(Object.values(domainsOf).flat().sort()).toEqual(Object.keys(endpoints).sort())
})

it('matches the committed docs/openapi.json', async () => {
  const committed = await readFile(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8')
  expect(JSON.parse(committed)).toEqual(JSON.parse(JSON.stringify(openApiDocument(endpointList))))
})
