import type { EncoderError, InputErrorCode } from './encoder-errors.ts'
import type { SourceNotice } from './input/source-notices.ts'

const refusals: Record<InputErrorCode, string> = {
  empty_file: '파일이 비어 있어요.',
  not_a_video: '영상 파일이 아니에요. mp4, mov, mkv, ts, mpg 같은 영상 파일을 올려 주세요.',
  unsupported_container: '지원하지 않는 파일 형식이에요. mp4나 mkv 파일로 바꿔서 올려 주세요.',
  unsupported_codec: '화면의 압축 방식은 지원하지 않아요. H.264나 H.265로 바꿔서 올려 주세요.',
  unsupported_audio_codec: '소리의 압축 방식은 지원하지 않아요. 소리를 AAC로 바꿔서 올려 주세요.',
  encrypted: '암호로 잠긴 영상이에요. 잠금을 풀고 다시 올려 주세요.',
  no_video_track: '파일에 소리만 있고 화면이 없어요.',
  external_reference: '다른 파일을 가리키는 영상은 받을 수 없어요. 한 파일로 내보내서 올려 주세요.',
  truncated: '파일이 중간에 잘렸어요. 원본을 확인하고 다시 올려 주세요.',
  damaged: '파일이 손상되어 끝까지 읽을 수 없어요. 원본을 확인해 주세요.',
  length_mismatch: '파일에 적힌 길이만큼 화면이나 소리가 들어 있지 않아요. 원본을 확인해 주세요.',
  too_short: '영상이 너무 짧아요. 0.5초보다 긴 영상을 올려 주세요.',
  too_long: '영상이 너무 길어요. 6시간까지 올릴 수 있어요.',
  too_large: '화면이 너무 커요. 8192×4320까지 올릴 수 있어요.',
  out_of_bounds: '영상을 처리하는 데 허용된 시간이나 메모리를 넘었어요.',
  bad_captions: '자막 파일을 읽을 수 없어요. SRT, VTT, SMI 파일인지 확인해 주세요.',
}

const failures: Record<EncoderError['code'], string> = {
  no_encoder: '이 서버에 영상 변환기(ffmpeg)가 없어요. 관리자에게 알려 주세요.',
  no_space: '저장 공간이 모자라서 변환을 멈췄어요. 공간을 비우면 이어서 해요.',
  busy: '다른 작업자가 이 영상을 변환하고 있어요.',
  encoder_failed: '변환하다가 문제가 생겼어요. 잠시 뒤에 다시 해 볼게요.',
}

const cancelled = '변환을 멈췄어요. 원본이 남아 있으니 다시 시작할 수 있어요.'

/** Name of the only audio track in players that list tracks. */
export const audioTrackName = '기본'

/** Returns the message for an error code. */
export function encoderErrorText(
  code: InputErrorCode | EncoderError['code'] | 'cancelled',
): string {
  if (code === 'cancelled') return cancelled
  return code in refusals
    ? refusals[code as InputErrorCode]
    : failures[code as EncoderError['code']]
}

const seconds = (value: number) => `${value.toFixed(1)}초`

type NoticeText<Notice> = (notice: Notice) => string

const notices: {
  [Code in SourceNotice['code']]: NoticeText<Extract<SourceNotice, { code: Code }>>
} = {
  other_video: ({ count }) => `다른 화면 트랙 ${count}개는 넣지 않았어요.`,
  other_audio: ({ tracks }) => `다른 소리 트랙은 넣지 않았어요 (${tracks.join(' / ')}).`,
  undecodable_audio: ({ tracks }) =>
    `읽을 수 없는 소리 트랙은 넣지 않았어요 (${tracks.join(' / ')}).`,
  subtitles: ({ tracks }) =>
    `파일 안의 자막은 넣지 않았어요 (${tracks.join(' / ')}). 자막 파일로 올려 주세요.`,
  closed_captions: () => '방송 자막은 넣지 않았어요. 자막 파일로 올려 주세요.',
  chapters: ({ count }) => `챕터 ${count}개는 넣지 않았어요.`,
  data: ({ count }) => `데이터 트랙 ${count}개는 넣지 않았어요.`,
  attachments: ({ count }) => `첨부 파일 ${count}개는 넣지 않았어요.`,
  cover: ({ count }) => `표지 그림 ${count}개는 넣지 않았어요.`,
  joined_audio: ({ layout }) => `모노 트랙 여러 개를 ${layout} 한 트랙으로 합쳤어요.`,
  downmixed: ({ layout }) => `${layout} 소리를 스테레오로 바꿨어요.`,
  late_picture: ({ seconds: value }) =>
    `화면이 소리보다 ${seconds(value)} 늦게 시작해요. 그동안 첫 화면을 보여 줘요.`,
  late_sound: ({ seconds: value }) => `소리가 화면보다 ${seconds(value)} 늦게 시작해요.`,
  held_picture: ({ seconds: value }) =>
    `화면이 소리보다 ${seconds(value)} 먼저 끝나요. 끝까지 마지막 화면을 보여 줘요.`,
  silent_end: ({ seconds: value }) => `소리가 화면보다 ${seconds(value)} 먼저 끝나요.`,
  missing_end: ({ seconds: value }) =>
    `원본 끝의 ${seconds(value)}를 읽을 수 없어서 넣지 못했어요. 원본을 확인해 주세요.`,
  frame_rate: ({ from, to }) => `초당 ${from}장을 ${to}장으로 줄였어요.`,
  height: ({ from, to }) =>
    `화질 ${from}p를 ${to}p로 줄였어요. 더 높은 화질을 볼 수 있는 이용권이 없어요.`,
  deinterlaced: () => '비월 주사(인터레이스) 화면을 순차 주사로 바꿨어요.',
  hdr: () => 'HDR 색을 일반 화면(SDR) 색으로 바꿨어요.',
  alpha: () => '투명한 부분은 넣지 않았어요.',
}

/** Describes a difference between a source and its film for staff. */
export const sourceNoticeText = (notice: SourceNotice): string =>
  (notices[notice.code] as NoticeText<SourceNotice>)(notice)
