/** Why the input of a job was rejected. `crash`: its process ended twice, for example out of memory. */
export type RejectionReason = 'invalid' | 'time_limit' | 'crash'

/** The input cannot be processed: the fault of the file, not of this machine. */
export class SandboxRejection extends Error {
  readonly reason: RejectionReason
  constructor(reason: RejectionReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** No process could be started, or the owner has too many jobs waiting. The same job may succeed later. */
export class SandboxUnavailable extends Error {}
