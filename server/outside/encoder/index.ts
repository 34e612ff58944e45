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
export { EncodeRefused, EncoderFailed } from './refusal.ts'
export type { RefusalCode } from './refusal.ts'
export { captionFaultText, encoderText } from './copy.ts'
export { probe } from './probe.ts'
export { encode } from './encode.ts'
export type { Encoded, Rendition } from './encode.ts'
export { ladder } from './ladder.ts'
export { captionsAsVtt, decodeText, parseCaptions } from './captions.ts'
export { checkCaptions } from './check-captions.ts'
export { takeFrame } from './frame.ts'
export { previewHeight, protect } from './protect.ts'
export { deriveContentKey, parseKeyPath, secretBytes, type ContentKey } from './content-keys.ts'
export { limitPlaylist, renditionHeight } from './limit-playlist.ts'
