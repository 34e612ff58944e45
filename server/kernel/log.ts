import { pino, type Logger } from 'pino'

export type Log = Logger

/** Structured lines on standard output. Addresses and anything secret are never put into a line. */
export function createLog(level: string, name: string): Log {
  return pino({
    level,
    base: { name, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['req.headers.cookie', 'req.headers.authorization', '*.password', '*.phonenumber'],
  })
}
