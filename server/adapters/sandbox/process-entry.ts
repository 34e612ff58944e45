/** Entry of a sandbox process: runs one operation at a time on untrusted bytes and answers over its IPC channel. */
import { operations, type SandboxRequest, type SandboxResponse } from './operations.ts'

const answer = (response: SandboxResponse) => process.send?.(response)

let request: SandboxRequest | undefined
let chunks: Buffer[] = []
let received = 0

process.on('message', (message: SandboxRequest) => {
  request = message
  runWhenComplete()
})
process.stdin.on('data', (chunk: Buffer) => {
  chunks.push(chunk)
  received += chunk.length
  runWhenComplete()
})

/** Request and input arrive on two channels in any order. */
function runWhenComplete(): void {
  if (!request || received < request.size) return
  const { operation, options } = request
  const input = Buffer.concat(chunks)
  request = undefined
  chunks = []
  received = 0
  const run: (input: Buffer, options: never) => Promise<unknown> = operations[operation]
  run(input, options as never).then(
    (result) => answer({ result }),
    // The parsers throw on damaged input: every error is attributed to the file.
    (error: unknown) => answer({ invalid: String((error as Error | undefined)?.message ?? error) }),
  )
}
process.on('disconnect', () => process.exit(0))
answer({ ready: true })
