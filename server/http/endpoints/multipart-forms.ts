import type { Endpoint } from '#contract/core/endpoint.ts'
import { memoryLimits } from '#server/api/limits.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { ProblemError, throwProblem } from '#server/shared/problem-error.ts'
import { clientNetwork } from '#server/shared/client-network.ts'
import { createConcurrencyLimit } from '#server/shared/async/concurrency-limit.ts'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export const formType = 'multipart/form-data'

export type Form = NonNullable<Endpoint['form']>

/** A received form: unvalidated text fields by name, and the file. */
type ReceivedForm = { body: Record<string, unknown>; file: Buffer | null; file_name: string }

export type ReadForm = <T>(
  request: FastifyRequest,
  form: Form,
  requestInfo: Pick<RequestContext, 'member' | 'client'>,
  handle: (received: ReceivedForm) => Promise<T>,
) => Promise<T>

/** Limits of any form. */
const maxima = { fields: 20, field_bytes: 64 * 1024, name_bytes: 100, header_pairs: 20 }
/** Bytes allowed besides the file. */
const maxFieldBytes = 256 * 1024
const discardTimeoutMs = 5_000
const overLimits = new Set(['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT'])

/** Registers the multipart parser for the routes that `mount` adds. */
export function registerFormRoutes(app: FastifyInstance, mount: (scope: FastifyInstance) => void) {
  app.register(async (scope) => {
    await scope.register(multipart, { limits: { parts: maxima.fields + 1 } })
    mount(scope)
  })
}

/**
 * Creates the form reader: forms are read into memory, so their number is limited, and each member or client network
 * may send one at a time.
 */
export function createFormReader(): ReadForm {
  const runLimited = createConcurrencyLimit({ concurrency: 16, max_queued: 64 })
  const activeForms = new Map<number | string, number>()
  const countForm = (client: number | string, change: 1 | -1) => {
    const count = (activeForms.get(client) ?? 0) + change
    if (count === 0) activeForms.delete(client)
    else activeForms.set(client, count)
  }
  return async (request, form, { member, client }, handle) => {
    // Rejects by Content-Length before reading the body.
    if (Number(request.headers['content-length'] ?? 0) > form.max_bytes + maxFieldBytes)
      throwProblem('file_too_large')
    const clientKey = member?.id ?? clientNetwork(client.address)
    if ((activeForms.get(clientKey) ?? 0) >= memoryLimits.forms.times)
      throwProblem('rate_limited', { retry_after: 2 })
    countForm(clientKey, 1)
    try {
      return await runLimited(async () => handle(await readForm(request, form)))
    } finally {
      countForm(clientKey, -1)
    }
  }
}

/**
 * Discards the body of a rejected request: browsers read the response only after sending the body, so it is drained for
 * a moment before the connection is destroyed.
 */
export function discardRequestBody(request: Pick<FastifyRequest, 'raw'>) {
  const { raw } = request
  raw.unpipe()
  raw.resume()
  if (raw.complete) return
  const timer = setTimeout(() => raw.destroy(), discardTimeoutMs).unref()
  raw.once('close', () => clearTimeout(timer))
}

/**
 * @throws ProblemError `file_too_large` at the first byte over the limit; `malformed_body` for an invalid or incomplete
 * form; `body_too_large`
 */
async function readForm(request: FastifyRequest, form: Form): Promise<ReceivedForm> {
  if (!request.isMultipart()) throwProblem('unsupported_media_type')
  const { raw } = request
  const aborted = Promise.withResolvers<never>()
  // If the client disconnected while queued, `close` has already fired, so check explicitly.
  if (raw.destroyed && !raw.complete) throwProblem('malformed_body')
  raw.once('close', () => {
    if (!raw.complete) aborted.reject(new ProblemError('malformed_body'))
  })
  let bytes = 0
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > form.max_bytes + maxFieldBytes) aborted.reject(new ProblemError('body_too_large'))
  })
  const onLimit = () => aborted.reject(new ProblemError('file_too_large'))
  try {
    return await Promise.race([readParts(request, form, onLimit), aborted.promise])
  } catch (error) {
    if (error instanceof ProblemError) throw error
    // Remaining errors come from the form or its connection.
    const { code = '' } = error as { code?: string }
    throw new ProblemError(overLimits.has(code) ? 'body_too_large' : 'malformed_body')
  }
}

async function readParts(
  request: FastifyRequest,
  form: Form,
  onLimit: () => void,
): Promise<ReceivedForm> {
  // Null prototype: `__proto__` is an ordinary field name.
  const body: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  const received: ReceivedForm = { body, file: null, file_name: '' }
  const limits = {
    fileSize: form.max_bytes,
    files: 1,
    fields: maxima.fields,
    fieldSize: maxima.field_bytes,
    fieldNameSize: maxima.name_bytes,
    headerPairs: maxima.header_pairs,
  }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      // Browsers send line breaks as CRLF; the text field has LF.
      const text = String(part.value).replaceAll('\r\n', '\n')
      const { fieldname: name } = part
      body[name] = name in body ? [body[name], text].flat() : text
      continue
    }
    part.file.on('limit', onLimit)
    const file = await part.toBuffer()
    // Browsers send an empty unnamed file if none is chosen.
    if (!part.filename && file.length === 0) continue
    if (part.fieldname !== form.file) body[part.fieldname] = file
    else Object.assign(received, { file, file_name: decodeFileName(part.filename) })
  }
  return received
}

/** Browsers percent-encode only quotes and line breaks in file names. */
const decodeFileName = (name: string) =>
  name.replace(/%(?:22|0D|0A)/gi, (code) => decodeURIComponent(code))
