import { emailChangeHours } from '#contract/accounts/account-rules.ts'

/** The page of the links in mails about a changed address. */
export const emailChangeMessages = {
  title: '이메일 바꾸기',
  description: '메일로 받은 링크로 계정의 이메일을 바꾸거나 취소해요.',
  confirm: {
    lead: '이 메일 주소로 바꿀까요?',
    detail: '바꾸면 모든 기기에서 로그아웃돼요. 다음부터는 이 주소로 로그인해 주세요.',
    submit: '이메일 바꾸기',
    done: '이메일을 바꿨어요',
    done_detail: (email: string) => `이제 ${email} 주소로 로그인해 주세요.`,
  },
  refuse: {
    lead: '이메일을 바꾸지 않을까요?',
    detail: '바꾸려던 것을 취소해요. 직접 부탁하지 않으셨다면 비밀번호도 바꿔 주세요.',
    submit: '바꾸지 않기',
    done: '이메일을 그대로 뒀어요',
    done_detail: '새 주소로 보낸 링크는 더 쓸 수 없어요.',
  },
  merge: {
    lead: '두 계정을 합치는 데 동의할까요?',
    detail: '두 계정이 모두 내 것일 때만 눌러 주세요. 메일에 적힌 계정 하나는 닫혀요.',
    submit: '동의하기',
    done: '확인했어요',
    complete: '두 메일함에서 모두 확인했어요. 고객센터가 곧 합쳐 드려요.',
    waiting: '다른 계정의 메일함에서도 확인해 주세요.',
  },
  invalid: '쓸 수 없는 링크예요',
  invalid_detail: `링크는 ${emailChangeHours}시간 동안 한 번만 쓸 수 있어요. 내 정보에서 다시 바꾸거나 고객센터에 부탁해 주세요.`,
  in_use: '이 주소로 가입한 다른 계정이 있어 바꾸지 않았어요.',
  login: '로그인하기',
  password: '비밀번호 다시 정하기',
  home: '홈으로',
} as const

/** The member's own address, in 내 정보. */
export const emailSectionMessages = {
  change: '이메일 변경',
  current: '지금 이메일',
  label: '새 이메일',
  submit: '링크 받기',
  failing:
    '이 주소로 보낸 메일이 돌아와서 소식을 보내지 않고 있어요. 주소가 틀렸거나 더 쓰지 않으면 이메일을 변경해 주세요.',
  resume: '이 주소로 다시 받기',
  resumed: '확인 메일을 보냈어요. 도착하는지 살펴봐 주세요.',
  phone_failing:
    '이 번호로 보낸 문자가 도착하지 않았어요. 번호가 바뀌었다면 변경해 주세요. 그대로라면 스팸 차단을 확인해 주세요.',
  notice: '보낸 메일이나 문자가 도착하지 않아요',
  notice_detail: '이메일과 휴대폰 번호를 확인해 주세요.',
  sent: (email: string) =>
    `${email} 주소로 링크를 보냈어요. ${emailChangeHours}시간 안에 열어 주세요.`,
} as const
