import { serviceName } from '#server/messages/service-placeholders.ts'
import { formatDay } from '#server/messages/formats.copy.ts'

/** Texts of the email with an answer. */
export const answerEmailCopy = {
  // The subject line omits the question, because subjects appear in mail lists and logs.
  subject: `[${serviceName}] 1:1 문의에 답변해 드렸어요`,
  preheader: '남겨 주신 문의에 답변이 도착했어요.',
  title: (username: string) => `${username}님, 문의하신 내용에 답변드려요`,
  facts: { subject: '문의 유형', title: '문의 제목', asked: '문의한 날' },
  day: (instant: string) => formatDay(new Date(instant)),
  button: '문의 내역에서 보기',
  more: {
    title: '더 궁금한 점이 있다면',
    text: '이 메일에 답장하지 마시고 1:1 문의에 다시 남겨 주세요. 이어서 살펴볼게요.',
  },
  footer: `${serviceName}에 남겨 주신 1:1 문의에 대한 답변이라 광고 수신 동의와 상관없이 보내요.`,
}
