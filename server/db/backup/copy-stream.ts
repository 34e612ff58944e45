import type { Readable } from 'node:stream'
import { PassThrough } from 'node:stream'
import type pg from 'pg'

/** What `pg` tells a query while it runs: the part of its connection that COPY needs. */
type Connection = {
  query(text: string): void
  stream: { pause(): void; resume(): void; writableNeedDrain: boolean } & NodeJS.EventEmitter
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/** What a query has to answer to `pg` (its `Submittable`), beside COPY. */
const silent = {
  handleRowDescription() {},
  handleDataRow() {},
  handlePortalSuspended() {},
  handleEmptyQuery() {},
  handleCommandComplete() {},
}

/** The bytes of `COPY … TO STDOUT`; the connection waits while its reader does. */
export function copyOut(client: pg.ClientBase, text: string): Readable {
  const out = new PassThrough()
  const query = {
    ...silent,
    submit: (connection: Connection) => connection.query(text),
    handleCopyData({ chunk }: { chunk: Buffer }, connection: Connection) {
      // A copy: the parser uses its own buffer again.
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

/** Gives `from` to `COPY … FROM STDIN`, no faster than it is taken. @throws what the server says, and what reading throws. */
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
      ...silent,
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
