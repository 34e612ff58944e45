import type { ProblemError } from '#server/shared/problem-error.ts'
import { toProblem } from '../errors/problem-details.ts'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** Rejects an upgrade with an HTTP problem response. */
export function rejectUpgrade(socket: Duplex, error: ProblemError, request_id: string) {
  if (socket.destroyed) return
  const problem = toProblem(error, request_id)
  const body = JSON.stringify(problem)
  const lines = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
    'content-type: application/problem+json; charset=utf-8',
    'cache-control: no-store',
    'connection: close',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${problem.request_id}`,
    ...(error.retry_after === undefined ? [] : [`retry-after: ${error.retry_after}`]),
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}
