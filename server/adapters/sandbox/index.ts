/**
 * Processing of untrusted files outside of the serving process: images are decoded and documents are parsed in child
 * processes with limits of time and memory.
 */
export { SandboxRejection, SandboxUnavailable } from './errors.ts'
export type { JobWeight } from './fair-queue.ts'
export {
  type ImageFormat,
  type ImageHeader,
  readImageHeader,
  sniffImageFormat,
  weightOf,
} from './image-header.ts'
export { type JobOwner, Sandbox, sandbox } from './sandbox.ts'
