import { useDispatch, useSelector } from 'react-redux';
import type { AppDispatch, RootState } from '../app/store'; // types only: the state's shape is known where the store is made

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();

export type { AppDispatch, RootState };
