import type { RequestContext } from './request-context.ts'
import type { EndpointResponse, ParsedInput, Endpoint } from '#contract/core/endpoint.ts'

/** A file download: its bytes, complete or as a stream, its media type and its name. */
export type FileDownload = { bytes: Buffer | AsyncIterable<Buffer>; type: string; name: string }

/**
 * A response that is already serialized, for calls whose cost is mostly serialization. The handler guarantees that it
 * matches the response schema of the call, and the tests of the call must check that.
 */
export class SerializedJson {
  readonly json: Buffer
  constructor(json: Buffer) {
    this.json = json
  }
  /** Parses the response, for `JSON.stringify` where an idempotency key stores it. */
  toJSON(): unknown {
    return JSON.parse(this.json.toString())
  }
}

type HandlerResult<E extends Endpoint> = E extends { download: true }
  ? FileDownload
  : EndpointResponse<E> | SerializedJson

/** Called before a form or a file is received; throws to reject the request without reading its body. */
export type UploadGuard = (caller: RequestContext) => Promise<void>

export type Handler<E extends Endpoint> = ((
  call: ParsedInput<E> & RequestContext,
) => Promise<HandlerResult<E>>) & {
  admit?: UploadGuard
}

/** Returns the handler with `admit` as its upload guard. */
export const withUploadGuard = <H extends (call: never) => unknown>(
  admit: UploadGuard,
  handler: H,
) => Object.assign(handler, { admit })

/** A handler for every call of a domain; a missing one is a type error. */
export type Handlers<D extends Record<string, Endpoint>> = { [K in keyof D]: Handler<D[K]> }
