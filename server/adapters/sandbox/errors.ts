/** Why a job's input was rejected. `crash`: its process ended twice, for example out of memory. */
export type RejectionReason = 'invalid' | 'time_limit' | 'crash'

/** The input cannot be processed. Caused by the file, not by this machine. */
export class SandboxRejection extends Error {
  readonly reason: RejectionReason
  constructor(reason: RejectionReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** No process could be started, or the owner has too many queued jobs. The same job may succeed later. */
export class SandboxUnavailable extends Error {}
