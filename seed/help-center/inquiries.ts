/**
 * Inquiries of the demonstration, days before now. `member` is the position of a member, null the demo viewer; the
 * ones without an answer are open.
 */
export const demoInquiries: readonly {
  member: number | null
  subject: 'account' | 'payment' | 'service' | 'contents' | 'inquiry' | 'team' | 'etc'
  days: number
  title: string
  context: string
  answer?: string
  isAssigned?: true
}[] = [
  {
    member: 26,
    subject: 'service',
    days: 31.4,
    title: '자막 글자를 더 크게 볼 수 있나요?',
    context: '어머니와 함께 보는데 자막이 조금 작아요. 글자 크기를 바꾸는 곳을 못 찾겠습니다.',
    answer:
      '안녕하세요, 한편이에요.\n\n재생 화면의 자막 단추를 누르고 ‘자막 모양’에서 글자 크기를 바꾸실 수 있어요. 바꾼 크기는 그 기기에서 계속 쓰여요.\n\n어머니와 즐거운 시간 보내세요. 고맙습니다.',
  },
  {
    member: 11,
    subject: 'contents',
    days: 2.3,
    title: '13층과 14층 사이 4화는 언제 나오나요?',
    context: '하준이 혼자 엘리베이터에 남은 채로 끝나서 며칠째 마음이 쓰여요. 날짜가 정해졌나요?',
    answer:
      '안녕하세요, 한편이에요.\n\n다음 이야기는 만들고 있어요. 날짜가 정해지면 작품 페이지에 적고, 알림을 켜 두신 분께 바로 알려 드릴게요.\n\n기다려 주셔서 고맙습니다.',
  },
  {
    member: null,
    subject: 'payment',
    days: 6.2,
    title: '포인트로 산 회차를 환불하면 포인트가 언제 돌아오나요?',
    context:
      '어제 잘못 눌러서 포인트로 회차를 하나 샀어요. 아직 보지는 않았습니다.\n환불하면 포인트가 바로 돌아오는지, 이벤트 포인트로 낸 것도 돌아오는지 궁금해요.',
    answer:
      '안녕하세요, 한편이에요.\n\n환불을 신청하시면 포인트는 바로 돌아와요. 이벤트 포인트로 내신 만큼은 이벤트 포인트로, 유료 포인트로 내신 만큼은 유료 포인트로 돌아오고 유효 기간도 처음 그대로예요.\n\n구매하신 지 7일이 지나지 않았고 아직 보지 않으셨으니 마이 > 소장·대여에서 바로 환불하실 수 있어요. 더 궁금한 점이 있으면 언제든 문의해 주세요. 고맙습니다.',
  },
  {
    member: 44,
    subject: 'payment',
    days: 5.1,
    title: '이용권을 환불했는데 카드사에서 안 보여요',
    context: '환불 완료라고 나오는데 카드 앱에는 아직 결제로 남아 있어요. 며칠 걸리나요?',
    answer:
      '안녕하세요, 한편이에요.\n\n한편에서는 환불을 마쳤어요. 카드사 화면에는 영업일로 3~5일 뒤에 취소로 바뀌어요. 그 뒤에도 그대로라면 이 문의 번호와 함께 다시 알려 주세요.\n\n고맙습니다.',
  },
  {
    member: 37,
    subject: 'service',
    days: 1.2,
    isAssigned: true,
    title: '두 기기에서 함께 볼 수 있는 이용권이 있나요?',
    context:
      '남편은 거실에서, 저는 방에서 서로 다른 작품을 보고 싶어요. 어떤 이용권을 골라야 하나요?',
  },
  {
    member: 54,
    subject: 'contents',
    days: 0.4,
    title: '느린 기차에 나온 곡을 알 수 있을까요?',
    context: '빗속에서 철교를 건널 때 흐르는 왈츠 제목이 궁금합니다. 음원으로 들을 수 있나요?',
  },
  {
    member: null,
    subject: 'service',
    days: 0.125,
    title: '지하철에서 볼 때 자꾸 화질이 낮아져요',
    context:
      '출퇴근길에 지하철에서 보는데 역과 역 사이에서 화질이 많이 낮아졌다가 한참 뒤에 돌아와요.\n갤럭시 S24, 크롬에서 봤고 화질은 자동으로 두었습니다. 고정해 두는 것이 나을까요?',
  },
]
