import type { Endpoint } from '#contract/endpoint.ts'
import { Problem, type ProblemCode, sharedProblems } from '#contract/problems.ts'
import { problemWords } from './copy/problems.copy.ts'
import { formType } from './forms.ts'
import { problemStatus } from './problems.ts'
import * as z from 'zod/mini'

export type Operation = {
  operationId: string
  summary: string
  tags: string[]
  parameters: {
    name: string
    in: 'path' | 'query' | 'header'
    required: boolean
    schema: unknown
  }[]
  requestBody?: unknown
  responses: Record<string, unknown>
}

export type OpenApiDocument = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}

/** The OpenAPI 3.1 document of the table (D-08), from the schemas that check and serialise. */
export function openApiDocument(
  endpoints: readonly { name: string; endpoint: Endpoint }[],
): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const { name, endpoint } of endpoints) {
    const operations = (paths[endpoint.path] ??= {})
    operations[endpoint.method.toLowerCase()] = operationOf(name, endpoint)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: '한편 API',
      version: '1',
      description: 'Every call of 한편, a Korean-language video and series streaming service.',
    },
    paths,
    components: { schemas: { Problem: schemaOf(Problem, 'output') } },
  }
}

/** D-06 */
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

function operationOf(name: string, endpoint: Endpoint): Operation {
  const success = String(endpoint.status ?? (endpoint.answer || endpoint.download ? 200 : 204))
  const operation: Operation = {
    operationId: name,
    summary: endpoint.summary,
    tags: [name.split('.')[0] ?? ''],
    parameters: [
      ...parametersOf(endpoint, 'params', 'path'),
      ...parametersOf(endpoint, 'query', 'query'),
      ...(endpoint.idempotent ? [idempotencyKey] : []),
    ],
    responses: {
      [success]: answerOf(endpoint),
      ...problemResponses(endpoint),
    },
  }
  const content = contentOf(endpoint)
  if (content) operation.requestBody = { required: true, content }
  return operation
}

type ObjectSchema = { properties?: Record<string, unknown>; required?: string[] }

const binary = { type: 'string', format: 'binary' }

function answerOf({ answer, download }: Endpoint) {
  if (download)
    return { description: 'The file', content: { 'application/octet-stream': { schema: binary } } }
  if (!answer) return { description: 'Done, nothing to say' }
  return {
    description: 'Done',
    content: { 'application/json': { schema: schemaOf(answer, 'output') } },
  }
}

/** What a call takes as its body, by media type. */
function contentOf({ body, file, form }: Endpoint) {
  if (file) return Object.fromEntries(file.types.map((type) => [type, { schema: binary }]))
  if (!body) return undefined
  if (!form) return { 'application/json': { schema: schemaOf(body, 'input') } }
  const fields = schemaOf(body, 'input') as ObjectSchema
  const properties = { ...fields.properties, [form.file]: binary }
  return { [formType]: { schema: { ...fields, properties } } }
}

function parametersOf(endpoint: Endpoint, part: 'params' | 'query', place: 'path' | 'query') {
  const shape = endpoint[part]
  if (!shape) return []
  // What a value means (an integer within bounds) is on the output side; whether it may be left out, on the input's.
  const meaning = schemaOf(shape, 'output') as ObjectSchema
  const needed = new Set((schemaOf(shape, 'input') as ObjectSchema).required)
  return Object.entries(meaning.properties ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || needed.has(name),
    schema,
  }))
}

/** One response a status, naming every code it can carry. */
function problemResponses(endpoint: Endpoint): Record<string, unknown> {
  const codes: ProblemCode[] = [...sharedProblems, ...(endpoint.problems ?? [])]
  if (['session', 'member', 'staff'].includes(endpoint.access))
    codes.push('authentication_required')
  if (endpoint.access === 'staff') codes.push('forbidden')
  if (endpoint.method !== 'GET' && !endpoint.is_webhook) codes.push('foreign_origin')
  if (endpoint.idempotent) codes.push('conflict', 'key_reused')
  if (endpoint.body) codes.push('malformed_body', 'body_too_large', 'unsupported_media_type')
  const byStatus = new Map<number, Set<ProblemCode>>()
  for (const code of codes) {
    const status = problemStatus[code]
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code))
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, set]) => [
        String(status),
        {
          description: [...set].map((code) => `${code}: ${problemWords[code].title}`).join('; '),
          content: {
            'application/problem+json': {
              schema: {
                allOf: [
                  { $ref: '#/components/schemas/Problem' },
                  { properties: { code: { enum: [...set] } } },
                ],
              },
            },
          },
        },
      ]),
  )
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): unknown {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}
