/** Reasons to reject an input. Final: a retry with the same file has the same result. */
export type InputErrorCode =
  | 'empty_file'
  | 'not_a_video'
  | 'unsupported_container'
  | 'unsupported_codec'
  | 'unsupported_audio_codec'
  | 'encrypted'
  | 'no_video_track'
  | 'external_reference'
  | 'truncated'
  | 'damaged'
  | 'length_mismatch'
  | 'too_short'
  | 'too_long'
  | 'too_large'
  | 'out_of_bounds'
  | 'bad_captions'

/**
 * The input is invalid, so the failure is final. `detail` is English and for the log; `encoderErrorText(code)` in
 * `encoder.copy.ts` has the text for users.
 */
export class InputRejectedError extends Error {
  readonly code: InputErrorCode
  readonly detail: string
  constructor(code: InputErrorCode, detail = '') {
    super(detail ? `${code}: ${detail}` : code)
    this.name = 'InputRejectedError'
    this.code = code
    this.detail = detail
  }
}

/**
 * A failure of the environment (no encoder, disk full, killed): another worker may retry. A cancelled run throws the
 * signal's reason instead.
 */
export class EncoderError extends Error {
  readonly code: 'no_encoder' | 'no_space' | 'busy' | 'encoder_failed'
  readonly detail: string
  constructor(code: EncoderError['code'], detail = '') {
    super(detail ? `${code}: ${detail}` : code)
    this.name = 'EncoderError'
    this.code = code
    this.detail = detail
  }
}
