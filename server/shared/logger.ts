import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino'
import { currentRequestId } from './request-id.ts'

export type Logger = PinoLogger

/** Structured lines on standard output. Addresses and anything secret are never put into a line. */
export function createLogger(level: string, name: string, to?: DestinationStream): Logger {
  const options = {
    level,
    base: { name, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['req.headers.cookie', 'req.headers.authorization', '*.password', '*.phonenumber'],
    mixin() {
      const request_id = currentRequestId()
      return request_id === undefined ? {} : { request_id }
    },
  }
  return to ? pino(options, to) : pino(options)
}
