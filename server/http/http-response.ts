import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http'

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]

/**
 * A response that appends `common` (header lines: name, value, name, value) to the headers of `writeHead`. Headers set
 * before `writeHead` send it down Node's slow path, which costs more than the rest of the work for a video segment.
 */
export class HttpResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  common: readonly string[] | undefined

  override writeHead(status: number, message?: string, headers?: Headers): this
  override writeHead(status: number, headers?: Headers): this
  override writeHead(status: number, second?: string | Headers, third?: Headers): this {
    const { common } = this
    if (!common) {
      return typeof second === 'string'
        ? super.writeHead(status, second, third)
        : super.writeHead(status, second)
    }
    this.common = undefined
    const headers = typeof second === 'string' ? third : second
    return super.writeHead(
      status,
      Array.isArray(headers) ? headers.concat(common) : linesOf(headers).concat(common),
    )
  }
}

function linesOf(headers: OutgoingHttpHeaders | undefined): OutgoingHttpHeader[] {
  return Object.entries(headers ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [name, value],
  )
}
