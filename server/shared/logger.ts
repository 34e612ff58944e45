import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino'
import { currentRequestId } from './request-id.ts'

export type Logger = PinoLogger

/** Creates a logger that writes JSON lines to standard output. Log no personal data and no secrets. */
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
