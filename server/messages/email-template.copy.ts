import { serviceName } from './service-placeholders.ts'

/** Texts that frame every e-mail. */
export const emailFrameCopy = {
  if_button_fails: '버튼이 눌리지 않으면 이 주소를 브라우저에 붙여 넣어 주세요.',
  code: '인증번호',
  sent_by: `${serviceName}에서 보낸 메일이에요. 보내기만 하는 주소라 답장은 읽지 못해요.`,
}
