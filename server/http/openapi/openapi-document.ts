import {
  type Endpoint,
  isStaffAccess,
  type ObjectSchema,
  refusalPreference,
  requiresSession,
} from '#contract/core/endpoint.ts'
import type { StaffRole } from '#contract/core/staff-roles.ts'
import { commonProblems, type ProblemCode } from '#contract/core/problem-codes.ts'
import * as problems from '#contract/problem.ts'
import { Problem } from '#contract/problem.ts'
import { problemCopy } from '../errors/problem-details.copy.ts'
import { formType } from '../endpoints/multipart-forms.ts'
import { problemStatus } from '../errors/problem-details.ts'
import * as z from 'zod/mini'
import * as accountFields from '#contract/accounts/account-fields.ts'
import * as accounts from '#contract/accounts/accounts.ts'
import * as contents from '#contract/contents/contents.ts'
import * as customerServices from '#contract/customer-services/customer-services.ts'
import * as devices from '#contract/accounts/devices.ts'
import * as money from '#contract/transactions/payment-schemas.ts'
import * as playback from '#contract/playback/playback.ts'
import * as profileFields from '#contract/accounts/profile-fields.ts'
import * as reviews from '#contract/reviews/reviews.ts'
import * as search from '#contract/search/search.ts'
import * as secondFactor from '#contract/accounts/second-factor.ts'
import * as studioCatalogue from '#contract/contents/staff/catalogue.ts'
import * as studioImport from '#contract/contents/staff/catalogue-import.ts'
import * as studioMembers from '#contract/accounts/staff/members.ts'
import * as studioNumbers from '#contract/studio/analytics.ts'
import * as studioPayments from '#contract/transactions/staff/payments.ts'
import * as studioReviews from '#contract/reviews/staff.ts'
import * as studioService from '#contract/customer-services/staff.ts'
import * as studioUploads from '#contract/media/staff.ts'
import * as studio from '#contract/studio/audit-log.ts'
import * as subscriptions from '#contract/transactions/subscriptions.ts'
import * as transactions from '#contract/transactions/transactions.ts'
import * as watching from '#contract/watch-history/watch-history.ts'

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
  /** The roles of staff that may make the call. */
  'x-roles'?: readonly StaffRole[]
  requestBody?: { required: true; content: Content }
  responses: Record<string, ResponseObject | Reference>
}

type Content = Record<string, { schema: unknown }>
type ResponseObject = { description: string; content?: Content }
type Reference = { $ref: string }

export type OpenApiDocument = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, unknown>
    responses: Record<string, ResponseObject>
    securitySchemes: Record<string, unknown>
  }
}

type Components = OpenApiDocument['components']

/**
 * Builds the OpenAPI 3.1 document of the endpoint table from the schemas that validate and serialize. Schemas
 * named in the contract and sets of problems are written once, as components.
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

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

const refusalStatus = {
  name: 'Prefer',
  in: 'header' as const,
  required: false,
  schema: { type: 'string', enum: [refusalPreference] },
}

function operationOf(name: string, endpoint: Endpoint, components: Components): Operation {
  const success = String(endpoint.status ?? (endpoint.response || endpoint.download ? 200 : 204))
  const content = contentOf(endpoint, components)
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [name.split('.')[0] ?? ''],
    parameters: [
      ...parametersOf(endpoint, 'params', 'path', components),
      ...parametersOf(endpoint, 'query', 'query', components),
      ...(endpoint.idempotent ? [idempotencyKey] : []),
      ...(endpoint.expects_refusals ? [refusalStatus] : []),
    ],
    ...(requiresSession(endpoint) && { security: [{ session: [] }] }),
    ...(isStaffAccess(endpoint.access) && { 'x-roles': endpoint.access.staff }),
    ...(content && { requestBody: { required: true, content } }),
    responses: {
      [success]: successResponse(endpoint, components),
      ...problemResponses(endpoint, components),
    },
  }
}

type JsonObjectSchema = { properties?: Record<string, unknown>; required?: string[] }

const binary = { type: 'string', format: 'binary' }

function successResponse({ response, download }: Endpoint, components: Components): ResponseObject {
  if (download)
    return { description: 'The file', content: { 'application/octet-stream': { schema: binary } } }
  if (!response) return { description: 'Done, nothing to say' }
  const schema = schemaOf(response, 'output', components)
  return { description: 'Done', content: { 'application/json': { schema } } }
}

/** Request body of an endpoint by media type. */
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
  location: 'path' | 'query',
  components: Components,
) {
  const shape = endpoint[part]
  if (!shape) return []
  // The output schema has the parsed type and bounds; the input schema states whether a value is required.
  const output = fieldsOf(shape, 'output', components)
  const requiredNames = new Set(fieldsOf(shape, 'input', components).required)
  return Object.entries(output.properties ?? {}).map(([name, schema]) => ({
    name,
    in: location,
    required: location === 'path' || requiredNames.has(name),
    schema,
  }))
}

/** One response per status, with every problem code it can carry. */
function problemResponses(endpoint: Endpoint, components: Components): Record<string, Reference> {
  const codes: ProblemCode[] = [...commonProblems, ...(endpoint.problems ?? [])]
  if (requiresSession(endpoint)) codes.push('authentication_required')
  if (endpoint.access === 'profile') codes.push('profile_required')
  if (endpoint.is_closed_to_children) codes.push('child_profile')
  if (isStaffAccess(endpoint.access)) codes.push('forbidden', 'staff_role_required')
  if (endpoint.method !== 'GET' && !endpoint.is_webhook) codes.push('cross_origin_request')
  if (endpoint.idempotent) codes.push('conflict', 'idempotency_key_reused')
  if (endpoint.body) codes.push('malformed_body', 'body_too_large', 'unsupported_media_type')
  const byStatus = Object.groupBy(new Set(codes), (code) => problemStatus[code])
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => {
      const name = codes.join('.')
      components.responses[name] ??= problemResponse(codes, components)
      return [status, { $ref: `#/components/responses/${name}` }]
    }),
  )
}

function problemResponse(codes: ProblemCode[], components: Components): ResponseObject {
  const schema = {
    allOf: [schemaOf(Problem, 'output', components), { properties: { code: { enum: codes } } }],
  }
  return {
    description: codes.map((code) => `${code}: ${problemCopy[code].title}`).join('; '),
    content: { 'application/problem+json': { schema } },
  }
}

/** Converts a schema to JSON Schema; schemas named in the contract become references to components. */
function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output', { schemas }: Components): unknown {
  const {
    $schema: _,
    $defs = {},
    ...json
  } = z.toJSONSchema(schema, {
    io,
    metadata: schemaNames,
    unrepresentable: 'any',
    override({ jsonSchema }) {
      // Redundant: the date pattern repeats the format, and these bounds apply to every JSON integer.
      if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date')
        delete jsonSchema.pattern
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  for (const [name, named] of Object.entries($defs)) {
    const jsonSchema = withComponentRefs(named)
    if (JSON.stringify((schemas[name] ??= jsonSchema)) !== JSON.stringify(jsonSchema))
      throw new Error(`${name} has different input and output schemas and needs two names`)
  }
  return withComponentRefs(json)
}

/** Converts a schema without naming it, for access to its fields. */
function fieldsOf(
  shape: ObjectSchema,
  io: 'input' | 'output',
  components: Components,
): JsonObjectSchema {
  return schemaOf(z.extend(shape, {}), io, components) as JsonObjectSchema
}

const withComponentRefs = (json: unknown): unknown =>
  JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'))

const modules = [
  accountFields,
  accounts,
  contents,
  customerServices,
  devices,
  money,
  playback,
  profileFields,
  problems,
  reviews,
  search,
  secondFactor,
  studioCatalogue,
  studioImport,
  studioMembers,
  studioNumbers,
  studioPayments,
  studioReviews,
  studioService,
  studioUploads,
  studio,
  subscriptions,
  transactions,
  watching,
]

/** Names of the contract's schemas (`Episode`, `Order`), so that the document contains each once. */
const schemaNames = z.registry<{ id: string }>()

for (const [id, schema] of modules.flatMap((module) => Object.entries<unknown>(module)))
  if (schema instanceof z.ZodMiniType && /^[A-Z]/.test(id)) schemaNames.add(schema, { id })
