/**
 * Processing of untrusted files outside of the server process: child processes with time and memory limits decode
 * images.
 */
export { isBmp, isHeic } from './decode-bmp.ts'
export { SandboxRejection, SandboxUnavailable } from './sandbox.ts'
export type { JobWeight } from './fair-queue.ts'
export {
  type ImageFormat,
  type ImageHeader,
  readImageHeader,
  sniffImageFormat,
  weightOf,
} from './image-header.ts'
export { type JobOwner, Sandbox, sandbox } from './sandbox.ts'
