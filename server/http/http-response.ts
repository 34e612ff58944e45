import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http'

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]

/**
 * A response that adds `common`, header lines each name before its value, to what is given to `writeHead`. Headers that are
 * set one by one before it would make `writeHead` take its slow path, which costs a segment of a film more than all the rest
 * that is done for it.
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
