import { serviceName } from '#server/messages/service-placeholders.ts'
/** Text of the e-mail to members who asked to be told that a work opens. */
export const releaseCopy = {
  email: (title: string) => ({
    subject: `[${serviceName}] 기다리던 《${title}》, 이제 볼 수 있어요`,
    preheader: '알림을 신청한 작품이 공개됐어요.',
    title: `《${title}》 공개됐어요`,
    paragraphs: ['알려 달라고 하신 작품이 공개됐어요. 지금 바로 볼 수 있어요.'],
    button: '보러 가기',
    footer: '작품 페이지에서 알림 받기를 눌러 주셔서 한 번만 보내는 메일이에요.',
  }),
} as const
