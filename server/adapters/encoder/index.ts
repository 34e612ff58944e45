/**
 * The encoder: converts common video files to CMAF HLS in a folder. Depends on neither the database nor the queue; a job
 * calls `probe`, then `encode`, and stores the results.
 *
 * - Input is untrusted: identified by its bytes, read by a forced demuxer, limited in time, memory, frame size and
 *   duration, without access to the network or other files.
 * - A folder appears complete or not at all. A killed run resumes after its last finished stage.
 * - All renditions start at zero and share keyframes every 2 s.
 */
export { findFfmpeg } from './ffmpeg.ts'
export { InputRejectedError, EncoderError, type InputErrorCode } from './encoder-errors.ts'
export { encoderErrorText, sourceNoticeText } from './encoder.copy.ts'
export { captionIssueText } from './captions/caption-issues.copy.ts'
export { probe } from './input/probe.ts'
export type { SourceNotice } from './input/source-notices.ts'
export { encode, type EncodeOptions, type EncodeResult, type Rendition } from './encode.ts'
export { bitrateLadder } from './renditions/bitrate-ladder.ts'
export { toWebVtt, parseCaptions } from './captions/captions.ts'
export { type CaptionTrack, findTrack, readCaptions } from './captions/read-captions.ts'
export { extractFrame } from './stills/extract-frame.ts'
export { previewHeight, encryptSegments } from './hls/encrypt-segments.ts'
export { deriveContentKey, parseKeyPath, secretBytes, type ContentKey } from './content-keys.ts'
export { limitPlaylist, renditionHeight } from './hls/playlist.ts'
