import type { Endpoint, ObjectSchema } from '#contract/core/endpoint.ts'
import { type ProblemCode, commonProblems } from '#contract/core/problem-codes.ts'
import { Problem } from '#contract/problem.ts'
import { problemCopy } from '../errors/problem-details.copy.ts'
import { formType } from '../endpoints/multipart-forms.ts'
import { problemStatus } from '../errors/problem-details.ts'
import { schemaNames } from './schema-names.ts'
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
  security?: { session: [] }[]
  requestBody?: { required: true; content: Content }
  responses: Record<string, Answered | Reference>
}

type Content = Record<string, { schema: unknown }>
type Answered = { description: string; content?: Content }
type Reference = { $ref: string }

export type OpenApiDocument = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, unknown>
    responses: Record<string, Answered>
    securitySchemes: Record<string, unknown>
  }
}

type Components = OpenApiDocument['components']

/**
 * The OpenAPI 3.1 document of the table (D-08), from the schemas that check and serialise. What stands in many places is
 * written once, in its components: schemas that have a name in the contract, and every set of refusals.
 */
export function openApiDocument(
  endpoints: readonly { name: string; endpoint: Endpoint }[],
): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  const components: Components = { schemas: {}, responses: {}, securitySchemes: { session } }
  for (const { name, endpoint } of endpoints) {
    const operations = (paths[endpoint.path] ??= {})
    operations[endpoint.method.toLowerCase()] = operationOf(name, endpoint, components)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: '한편 API',
      version: '1',
      description:
        'Every call of 한편, a Korean-language video and series streaming service. Instants are in UTC and end in Z.',
    },
    paths,
    components,
  }
}

const session = {
  type: 'apiKey',
  in: 'cookie',
  name: '__Host-sid',
  description: 'What signing in sets; `sid` where the service is reached by http, on one machine.',
}

/** D-06 */
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

function operationOf(name: string, endpoint: Endpoint, components: Components): Operation {
  const success = String(endpoint.status ?? (endpoint.answer || endpoint.download ? 200 : 204))
  const content = contentOf(endpoint, components)
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [name.split('.')[0] ?? ''],
    parameters: [
      ...parametersOf(endpoint, 'params', 'path', components),
      ...parametersOf(endpoint, 'query', 'query', components),
      ...(endpoint.idempotent ? [idempotencyKey] : []),
    ],
    ...(needsSession(endpoint) && { security: [{ session: [] }] }),
    ...(content && { requestBody: { required: true, content } }),
    responses: {
      [success]: answerOf(endpoint, components),
      ...problemResponses(endpoint, components),
    },
  }
}

const needsSession = ({ access }: Endpoint) => ['session', 'member', 'staff'].includes(access)

type JsonObjectSchema = { properties?: Record<string, unknown>; required?: string[] }

const binary = { type: 'string', format: 'binary' }

function answerOf({ answer, download }: Endpoint, components: Components): Answered {
  if (download)
    return { description: 'The file', content: { 'application/octet-stream': { schema: binary } } }
  if (!answer) return { description: 'Done, nothing to say' }
  const schema = schemaOf(answer, 'output', components)
  return { description: 'Done', content: { 'application/json': { schema } } }
}

/** What a call takes as its body, by media type. */
function contentOf({ body, file, form }: Endpoint, components: Components): Content | undefined {
  if (file) return Object.fromEntries(file.types.map((type) => [type, { schema: binary }]))
  if (!body) return undefined
  if (!form) return { 'application/json': { schema: schemaOf(body, 'input', components) } }
  const fields = fieldsOf(body, 'input', components)
  const properties = { ...fields.properties, [form.file]: binary }
  return { [formType]: { schema: { ...fields, properties } } }
}

function parametersOf(
  endpoint: Endpoint,
  part: 'params' | 'query',
  place: 'path' | 'query',
  components: Components,
) {
  const shape = endpoint[part]
  if (!shape) return []
  // What a value means (an integer within bounds) is on the output side; whether it may be left out, on the input's.
  const meaning = fieldsOf(shape, 'output', components)
  const needed = new Set(fieldsOf(shape, 'input', components).required)
  return Object.entries(meaning.properties ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || needed.has(name),
    schema,
  }))
}

/** One response a status, naming every code it can carry. */
function problemResponses(endpoint: Endpoint, components: Components): Record<string, Reference> {
  const codes: ProblemCode[] = [...commonProblems, ...(endpoint.problems ?? [])]
  if (needsSession(endpoint)) codes.push('authentication_required')
  if (endpoint.access === 'staff') codes.push('forbidden')
  if (endpoint.method !== 'GET' && !endpoint.is_webhook) codes.push('foreign_origin')
  if (endpoint.idempotent) codes.push('conflict', 'key_reused')
  if (endpoint.body) codes.push('malformed_body', 'body_too_large', 'unsupported_media_type')
  const byStatus = Object.groupBy(new Set(codes), (code) => problemStatus[code])
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, some = []]) => {
      const name = some.join('.')
      components.responses[name] ??= problemResponse(some, components)
      return [status, { $ref: `#/components/responses/${name}` }]
    }),
  )
}

function problemResponse(codes: ProblemCode[], components: Components): Answered {
  const schema = {
    allOf: [schemaOf(Problem, 'output', components), { properties: { code: { enum: codes } } }],
  }
  return {
    description: codes.map((code) => `${code}: ${problemCopy[code].title}`).join('; '),
    content: { 'application/problem+json': { schema } },
  }
}

/** The schema as JSON Schema; a name of the contract in it becomes a reference, and what it stands for a component. */
function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output', { schemas }: Components): unknown {
  const {
    $schema: _,
    $defs = {},
    ...json
  } = z.toJSONSchema(schema, {
    io,
    metadata: schemaNames,
    unrepresentable: 'any',
    override({ jsonSchema: made }) {
      // Three hundred characters that say what the format says, and bounds that are those of every integer in JSON.
      if (made.format === 'date-time' || made.format === 'date') delete made.pattern
      if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum
      if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum
    },
  })
  for (const [name, named] of Object.entries($defs)) {
    const made = pointed(named)
    if (JSON.stringify((schemas[name] ??= made)) !== JSON.stringify(made))
      throw new Error(`${name} goes in other than it comes out: it needs two names`)
  }
  return pointed(json)
}

/** The same without a name for the whole: what is asked for are its fields. */
function fieldsOf(
  shape: ObjectSchema,
  io: 'input' | 'output',
  components: Components,
): JsonObjectSchema {
  return schemaOf(z.extend(shape, {}), io, components) as JsonObjectSchema
}

const pointed = (json: unknown): unknown =>
  JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'))
