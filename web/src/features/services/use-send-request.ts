import type { Service } from '@shop/contracts/constants';
import { errorText } from '../../lib/api';
import { askToLogIn } from '../../lib/ask-to-log-in';
import { useBotToken } from '../../lib/botCheck';
import { useAppDispatch } from '../../lib/hooks';
import { toast } from '../../lib/toast';
import { useRequestServiceMutation, type ServiceForm } from './servicesApi';

/** Sends a request and says how it went (spec 1 §8); what was typed stays until it has arrived. */
export function useSendRequest(service: Service, onSent: () => void) {
  const dispatch = useAppDispatch();
  const botToken = useBotToken();
  const [send] = useRequestServiceMutation();

  return async (form: ServiceForm) => {
    const { data, error } = await send({ service, form: { ...form, recaptchaToken: await botToken('submit_form') } });
    if (data) {
      toast.success(data.message);
      onSent();
    } else if (!dispatch(askToLogIn(error))) {
      toast.error(errorText(error, 'Error submitting your request. Please try again.'));
    }
  };
}
