import type { Service } from '@shop/contracts/constants';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { errorText } from '#lib/calls/api.ts';
import { sessionHasEnded } from '../../session/ask-to-log-in';
import { useBotToken } from '#lib/calls/bot-check.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { toast } from '#lib/toast.ts';
import { useKeptForm } from '../../session/use-kept-form';
import { useRequestServiceMutation, type ServiceForm } from '../api/service-requests-api';

/**
 * Sends a request and reports the result (docs/product/service-requests.md#sending-a-request). Typed text stays until the request
 * is sent, even after a reload.
 */
export function useSendRequest<Values extends FieldValues>(
  service: Service,
  formMethods: Pick<UseFormReturn<Values>, 'getValues' | 'reset' | 'subscribe'>,
  onSent: () => void,
) {
  const forget = useKeptForm(formMethods, `request-${service}`);
  const dispatch = useAppDispatch();
  const botToken = useBotToken();
  const [send] = useRequestServiceMutation();

  return async (form: ServiceForm) => {
    const { data, error } = await send({ service, form: { ...form, recaptchaToken: await botToken('submit_form') } });
    if (data) {
      toast.success(data.message);
      forget();
      onSent();
    } else if (!dispatch(sessionHasEnded(error))) {
      toast.error(errorText(error, 'Error submitting your request. Please try again.'));
    }
  };
}
