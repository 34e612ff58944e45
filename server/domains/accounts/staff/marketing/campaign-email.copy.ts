import { supportAddress } from '#server/messages/service-placeholders.ts'

/** Texts of marketing mail. The law asks for `(광고)`, the sender's name and contact, and how to withdraw the consent. */
export const campaignEmailCopy = {
  subject: (title: string) => `(광고) ${title}`,
  footer:
    '마케팅 정보 수신에 동의하신 회원님께 보내는 광고예요. 더 받고 싶지 않으면 아래 ‘수신 거부’를 눌러 주세요. 로그인하지 않아도 되고 돈이 들지 않아요.',
  unsubscribe: '수신 거부',
  contact: `연락처: ${supportAddress}고객센터 > 1:1 문의`,
}
