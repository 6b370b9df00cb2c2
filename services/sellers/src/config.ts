import { z } from 'zod';
import { serviceConfig } from '@shop/kit';

export const Config = z.object(serviceConfig);
export type Config = z.output<typeof Config>;
