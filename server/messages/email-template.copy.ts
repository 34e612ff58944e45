/** Texts that frame every e-mail. */
export const emailFrameCopy = {
  brand: '한편',
  if_button_fails: '버튼이 눌리지 않으면 이 주소를 브라우저에 붙여 넣어 주세요.',
  code: '인증번호',
  sent_by: '한편에서 보낸 메일이에요. 보내기만 하는 주소라 답장은 읽지 못해요.',
  company: '주식회사 한편 · 서울특별시 마포구 한편길 12, 4층',
}
