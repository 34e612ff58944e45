import type { RequestContext } from './request-context.ts'
import type { EndpointResponse, ParsedInput, Endpoint } from '#contract/core/endpoint.ts'

/** A file to be downloaded: its bytes, whole or as they are made, its media type and its name. */
export type FileDownload = { bytes: Buffer | AsyncIterable<Buffer>; type: string; name: string }

/**
 * An answer that is JSON already, where making it is most of a call's cost. Whoever writes it answers for it being as
 * the call's schema says, and no test of the call may leave that out.
 */
export class SerializedJson {
  readonly json: Buffer
  constructor(json: Buffer) {
    this.json = json
  }
  /** What it says, for callers in this process. */
  read(): unknown {
    return JSON.parse(this.json.toString())
  }
}

type Given<E extends Endpoint> = E extends { download: true }
  ? FileDownload
  : EndpointResponse<E> | SerializedJson

/** Asked before a form or a file is received: nothing is taken in from whom it refuses. */
export type UploadGuard = (caller: RequestContext) => Promise<void>

export type Handler<E extends Endpoint> = ((
  call: ParsedInput<E> & RequestContext,
) => Promise<Given<E>>) & {
  admit?: UploadGuard
}

/** A handler whose form or file is received only after `admit` let the caller in. */
export const withUploadGuard = <H extends (call: never) => unknown>(
  admit: UploadGuard,
  handler: H,
) => Object.assign(handler, { admit })

/** A handler for every call of a domain: one that is missing does not compile. */
export type Handlers<D extends Record<string, Endpoint>> = { [K in keyof D]: Handler<D[K]> }
