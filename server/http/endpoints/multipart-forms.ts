import type { Endpoint } from '#contract/core/endpoint.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { ProblemError, throwProblem } from '#server/shared/problem-error.ts'
import { clientNetwork } from '#server/shared/client-network.ts'
import { createConcurrencyLimit } from '#server/shared/concurrency-limit.ts'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export const formType = 'multipart/form-data'

export type Form = NonNullable<Endpoint['form']>

/** A form as it came: texts by their names, not yet looked at, and the file. */
export type ReceivedForm = { body: Record<string, unknown>; file: Buffer | null; file_name: string }

export type ReadForm = <T>(
  request: FastifyRequest,
  form: Form,
  asker: Pick<RequestContext, 'member' | 'client'>,
  work: (sent: ReceivedForm) => Promise<T>,
) => Promise<T>

/** No form of ours has so many fields, nor one so long. */
const most = { fields: 20, field_bytes: 64 * 1024, name_bytes: 100, header_pairs: 20 }
/** Beside the file: every field at its longest is more than a form needs. */
const aroundFile = 256 * 1024
/** ms */
const lingering = 5_000
const overLimits = new Set(['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT'])

/** The routes that `mount` makes take forms, and no other does. */
export function registerFormRoutes(app: FastifyInstance, mount: (scope: FastifyInstance) => void) {
  app.register(async (scope) => {
    await scope.register(multipart, { limits: { parts: most.fields + 1 } })
    mount(scope)
  })
}

/**
 * Reads forms: whole and in memory, so many at once and one of each member, who else could keep everybody from
 * sending anything.
 */
export function createFormReader(): ReadForm {
  const inTurn = createConcurrencyLimit({ at_once: 16, may_wait: 64 })
  const underWay = new Set<number | string>()
  return async (request, form, { member, client }, work) => {
    // Said beforehand, it need not be sent.
    if (Number(request.headers['content-length'] ?? 0) > form.max_bytes + aroundFile)
      throwProblem('file_too_large')
    const whose = member?.id ?? clientNetwork(client.address)
    if (underWay.has(whose)) throwProblem('rate_limited', { retry_after: 2 })
    underWay.add(whose)
    try {
      return await inTurn(async () => work(await readForm(request, form)))
    } finally {
      underWay.delete(whose)
    }
  }
}

/**
 * Gives up a request that was refused: what is still on its way is let run by for a moment, because a browser reads
 * no answer before it has sent everything, and then the line is cut.
 */
export function discardRequestBody(request: Pick<FastifyRequest, 'raw'>) {
  const { raw } = request
  raw.unpipe()
  raw.resume()
  if (raw.complete) return
  const timer = setTimeout(() => raw.destroy(), lingering).unref()
  raw.once('close', () => clearTimeout(timer))
}

/**
 * @throws Refusal `file_too_large`, as soon as there is one byte more; `malformed_body` for what is no form, or ends
 * before its end; `body_too_large`
 */
async function readForm(request: FastifyRequest, form: Form): Promise<ReceivedForm> {
  if (!request.isMultipart()) throwProblem('unsupported_media_type')
  const { raw } = request
  const cutShort = Promise.withResolvers<never>()
  // Who has hung up by now, while others had their turn, is not heard to hang up any more.
  if (raw.destroyed && !raw.complete) throwProblem('malformed_body')
  raw.once('close', () => {
    if (!raw.complete) cutShort.reject(new ProblemError('malformed_body'))
  })
  let bytes = 0
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > form.max_bytes + aroundFile) cutShort.reject(new ProblemError('body_too_large'))
  })
  const onLimit = () => cutShort.reject(new ProblemError('file_too_large'))
  try {
    return await Promise.race([readParts(request, form, onLimit), cutShort.promise])
  } catch (error) {
    if (error instanceof ProblemError) throw error
    // All else that goes wrong while it is read is of the form, or of the line it came by.
    const { code = '' } = error as { code?: string }
    throw new ProblemError(overLimits.has(code) ? 'body_too_large' : 'malformed_body')
  }
}

async function readParts(
  request: FastifyRequest,
  form: Form,
  onLimit: () => void,
): Promise<ReceivedForm> {
  // A name of anything is a name here, `__proto__` too.
  const body: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  const sent: ReceivedForm = { body, file: null, file_name: '' }
  const limits = {
    fileSize: form.max_bytes,
    files: 1,
    fields: most.fields,
    fieldSize: most.field_bytes,
    fieldNameSize: most.name_bytes,
    headerPairs: most.header_pairs,
  }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      // As browsers send them, line breaks are two characters: in the form they were typed into they are one.
      const text = String(part.value).replaceAll('\r\n', '\n')
      const { fieldname: name } = part
      body[name] = name in body ? [body[name], text].flat() : text
      continue
    }
    part.file.on('limit', onLimit)
    const file = await part.toBuffer()
    // A browser sends a file without a name and without content where none was chosen.
    if (!part.filename && file.length === 0) continue
    if (part.fieldname !== form.file) body[part.fieldname] = file
    else Object.assign(sent, { file, file_name: spelledOut(part.filename) })
  }
  return sent
}

/** Browsers write what would end a name within its quotes like this, and nothing else. */
const spelledOut = (name: string) =>
  name.replace(/%(?:22|0D|0A)/gi, (code) => decodeURIComponent(code))
