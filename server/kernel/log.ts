import { pino, type DestinationStream, type Logger } from 'pino'
import { requestId } from './request-id.ts'

export type Log = Logger

/** Structured lines on standard output. Addresses and anything secret are never put into a line. */
export function createLog(level: string, name: string, to?: DestinationStream): Log {
  const options = {
    level,
    base: { name, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['req.headers.cookie', 'req.headers.authorization', '*.password', '*.phonenumber'],
    mixin() {
      const request_id = requestId()
      return request_id === undefined ? {} : { request_id }
    },
  }
  return to ? pino(options, to) : pino(options)
}
