/**
 * The encoder: from any film people have to CMAF HLS in a folder. Knows no database and no queue; a job calls
 * `probe`, then `encode`, and stores what they answer.
 *
 * - Input is hostile until shown otherwise: recognised by its bytes, read by a forced demuxer, bounded in
 *   time, memory, frame size and length, without network and without other files.
 * - A folder appears whole or not at all, and a killed run is taken up again from its last finished stage.
 * - All renditions start at zero and share keyframes every 2 s.
 */
export { findFfmpeg } from './ffmpeg.ts'
export { InputRejectedError, EncoderError } from './encoder-errors.ts'
export type { InputErrorCode } from './encoder-errors.ts'
export { encoderErrorText } from './encoder.copy.ts'
export { captionIssueText } from './captions/caption-issues.copy.ts'
export { probe } from './input/probe.ts'
export { encode } from './encode.ts'
export type { EncodeResult, Rendition } from './encode.ts'
export { bitrateLadder } from './renditions/bitrate-ladder.ts'
export { toWebVtt, decodeText, parseCaptions } from './captions/captions.ts'
export { validateCaptions } from './captions/validate-captions.ts'
export { extractFrame } from './stills/extract-frame.ts'
export { previewHeight, encryptSegments } from './hls/encrypt-segments.ts'
export { deriveContentKey, parseKeyPath, secretBytes, type ContentKey } from './content-keys.ts'
export { limitPlaylist, renditionHeight } from './limit-playlist.ts'
