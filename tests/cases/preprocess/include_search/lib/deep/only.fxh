#pragma once
only deep
