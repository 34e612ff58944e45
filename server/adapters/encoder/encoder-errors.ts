/** Why a film cannot be taken. Final: trying the same file again ends the same way. */
export type InputErrorCode =
  | 'empty_file'
  | 'not_a_video'
  | 'unsupported_container'
  | 'unsupported_codec'
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
 * The input's fault, so final. `detail` is English, for the log; the words for people come from
 * `refusalText(code)` in `copy.ts`.
 */
export class InputRejectedError extends Error {
  readonly code: InputErrorCode
  readonly detail: string
  constructor(code: InputErrorCode, detail = '') {
    super(detail ? `${code}: ${detail}` : code)
    this.name = 'EncodeRefused'
    this.code = code
    this.detail = detail
  }
}

/**
 * Our fault or the machine's (no encoder, disk full, killed): worth another try by another worker.
 * A cancelled run throws the signal's own reason instead.
 */
export class EncoderError extends Error {
  readonly code: 'no_encoder' | 'no_space' | 'busy' | 'encoder_failed'
  readonly detail: string
  constructor(code: EncoderError['code'], detail = '') {
    super(detail ? `${code}: ${detail}` : code)
    this.name = 'EncoderFailed'
    this.code = code
    this.detail = detail
  }
}
