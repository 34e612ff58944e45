import type { CaptionIssue } from './captions.ts'

/** Messages for invalid caption lines. */
export const captionIssueText: Record<CaptionIssue['code'], string> = {
  invalid_timestamp: '시간을 읽을 수 없어요. 00:01:02,500 --> 00:01:04,000처럼 적어 주세요.',
  ends_before_start: '끝나는 시간이 시작하는 시간보다 늦어야 해요.',
  out_of_order: '앞 자막보다 먼저 시작해요. 시간 순서대로 적어 주세요.',
  beyond_duration: '영상이 끝난 뒤에 시작해요.',
  no_captions: '자막을 하나도 찾지 못했어요. SRT, VTT, SMI 파일인지 확인해 주세요.',
  too_many_lines: '자막이 너무 많아요. 2만 개까지 올릴 수 있어요.',
}
