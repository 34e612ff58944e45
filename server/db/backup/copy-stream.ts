import type { Readable } from 'node:stream'
import { PassThrough } from 'node:stream'
import type pg from 'pg'

/** The part of a `pg` connection that COPY needs. */
type Connection = {
  query(text: string): void
  stream: { pause(): void; resume(): void; writableNeedDrain: boolean } & NodeJS.EventEmitter
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/** The methods of `Submittable` that COPY does not use. */
const ignored = {
  handleRowDescription() {},
  handleDataRow() {},
  handlePortalSuspended() {},
  handleEmptyQuery() {},
  handleCommandComplete() {},
}

/** Returns the bytes of `COPY … TO STDOUT`, with backpressure on the connection. */
export function copyOut(client: pg.ClientBase, text: string): Readable {
  const out = new PassThrough()
  const query = {
    ...ignored,
    submit: (connection: Connection) => connection.query(text),
    handleCopyData({ chunk }: { chunk: Buffer }, connection: Connection) {
      // Copied, because the parser reuses its buffer.
      if (out.write(Buffer.from(chunk))) return
      connection.stream.pause()
      out.once('drain', () => connection.stream.resume())
    },
    handleError: (error: Error) => void out.destroy(error),
    handleReadyForQuery: () => void out.end(),
  }
  client.query(query as unknown as pg.Submittable)
  return out
}

/** Sends `from` to `COPY … FROM STDIN`, with backpressure. @throws server errors, and errors of reading `from` */
export function copyIn(client: pg.ClientBase, text: string, from: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: Error | undefined
    let refused = false
    async function send(connection: Connection) {
      try {
        for await (const chunk of from) {
          if (refused) return
          connection.sendCopyFromChunk(chunk as Buffer)
          if (connection.stream.writableNeedDrain)
            await new Promise((ready) => connection.stream.once('drain', ready))
        }
        connection.endCopyFrom()
      } catch (error) {
        failure = error as Error
        connection.sendCopyFail(failure.message)
      }
    }
    const query = {
      ...ignored,
      submit: (connection: Connection) => connection.query(text),
      handleCopyInResponse: (connection: Connection) => void send(connection),
      handleError(error: Error) {
        refused = true
        reject(failure ?? error)
      },
      handleReadyForQuery: () => resolve(),
    }
    client.query(query as unknown as pg.Submittable)
  })
}
